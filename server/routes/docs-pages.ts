/** The built documentation below `/docs/`: the same for everyone, nothing of the folder is in it. */
import express, { type Router } from 'express';
import { message } from '../contract/messages/message.js';
import { missing } from '../errors.js';

/** Mounts the pages. `folder` is the folder of the build. */
export function mountDocs(router: Router, folder: string): void {
  router.get('/docs', (_request, response) => response.redirect(308, '/docs/'));
  router.use(
    '/docs/',
    express.static(folder, {
      extensions: ['html'],
      redirect: false,
      setHeaders: (response) => response.setHeader('Cache-Control', 'no-cache'),
    }),
    () => {
      throw missing(message('docsPageMissing'));
    },
  );
}
