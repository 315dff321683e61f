// nginx serving a folder, where it is installed.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './processes.mjs';

const isInstalled = () => spawnSync('nginx', ['-v']).status === 0;

/** Serves `folder` from one process; undefined where there is no nginx. */
export async function serveNginx(folder, work) {
  if (!isInstalled()) return undefined;
  const port = await freePort();
  const own = join(work, `nginx-${port}`);
  mkdirSync(own);
  chmodSync(own, 0o755);
  const config = join(own, 'nginx.conf');
  writeFileSync(
    config,
    `daemon off; master_process off; pid ${own}/pid; error_log ${own}/errors;
events { worker_connections 256; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
  open_file_cache max=1000; types { image/webp webp; video/mp4 mp4; }
  client_body_temp_path ${own}; proxy_temp_path ${own}; fastcgi_temp_path ${own};
  uwsgi_temp_path ${own}; scgi_temp_path ${own};
  server { listen 127.0.0.1:${port}; root ${folder}; }
}
`,
  );
  const child = spawn('nginx', ['-c', config], { stdio: 'inherit' });
  for (let tries = 0; tries < 100 && child.exitCode === null; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    if (answer) return { port, pid: child.pid, close: () => child.kill() };
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('nginx did not start.');
}
