import { describe, expect, it, vi } from 'vitest';
import { ClientAddresses, countedAs } from '../../../server/access/client-addresses.js';
import { Windows } from '../../../server/access/windows.js';

const MINUTE = 60_000;

describe('windows', () => {
  it('begin with the first request, end after their length and know each caller by itself', () => {
    let now = 0;
    const windows = new Windows(MINUTE, () => now);
    expect(windows.count('a', 2)).toMatchObject({ limit: 2, remaining: 1, wait: 0 });
    now = 59_001;
    expect(windows.count('a', 2)).toMatchObject({ remaining: 0, wait: 0 });
    expect(windows.count('a', 2)).toMatchObject({ remaining: 0, wait: 1 });
    expect(windows.count('b', 2)).toMatchObject({ remaining: 1, wait: 0 });
    now = 60_000;
    expect(windows.count('a', 2)).toMatchObject({ remaining: 1, wait: 0 });
  });

  it('follow a limit that changes', () => {
    const windows = new Windows(60 * MINUTE, () => 0);
    windows.count('a', 2);
    windows.count('a', 2);
    expect(windows.count('a', 2)).toMatchObject({ remaining: 0, wait: 3600 });
    expect(windows.count('a', 4)).toMatchObject({ limit: 4, remaining: 0, wait: 0 });
  });

  it('that are over are forgotten with the next new one, and those that run are not', () => {
    let now = 0;
    const windows = new Windows(MINUTE, () => now);
    for (let n = 0; n < 10_000; n += 1) windows.count(`old ${n}`, 1);
    // Begins again, and so ends after the others.
    now = MINUTE;
    windows.count('old 5', 1);
    expect(windows.size).toBe(1);
    now = 1.5 * MINUTE;
    windows.count('young', 1);
    now = 2 * MINUTE + 1;
    windows.count('new', 1);
    expect(windows.size).toBe(2);
    expect(windows.count('young', 1).wait).toBeGreaterThan(0);
    expect(windows.count('old 5', 1).wait).toBe(0);
  });

  it('tell the time they end, as headers say it', () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const windows = new Windows(MINUTE);
    expect(windows.count('a', 2).resets).toBe('1060');
    vi.useRealTimers();
  });
});

describe('what an address is counted as', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ])('%s: %s', (address, counted) => expect(countedAs(address)).toBe(counted));
});

describe('the address of a client', () => {
  const behind = (...trustedProxies: string[]) => new ClientAddresses({ read: () => ({ trustedProxies }) });
  const rows: [proxies: string[], socket: string, forwarded: string | undefined, client: string][] = [
    [[], '192.0.2.1', '198.51.100.1', '192.0.2.1'],
    [[], '::ffff:192.0.2.1', undefined, '192.0.2.1'],
    [['192.0.2.1'], '192.0.2.1', undefined, '192.0.2.1'],
    [['192.0.2.1'], '192.0.2.1', '198.51.100.1', '198.51.100.1'],
    [['192.0.2.1'], '::ffff:192.0.2.1', '::ffff:198.51.100.1', '198.51.100.1'],
    [['192.0.2.1'], '192.0.2.2', '198.51.100.1', '192.0.2.2'],
    [['192.0.2.1'], '192.0.2.1', '203.0.113.1, 198.51.100.1', '198.51.100.1'],
    [['192.0.2.0/24'], '192.0.2.1', '203.0.113.1, 198.51.100.1, 192.0.2.9', '198.51.100.1'],
    [['192.0.2.0/24'], '192.0.2.1', '192.0.2.3, 192.0.2.9', '192.0.2.3'],
    [['192.0.2.1'], '192.0.2.1', 'unknown', '192.0.2.1'],
    [['192.0.2.1'], '192.0.2.1', 'x, 198.51.100.1', '198.51.100.1'],
    [['192.0.2.1'], '192.0.2.1', '198.51.100.1:8080', '192.0.2.1'],
    [['2001:db8::/32'], '2001:db8::1', '2001:4860::1', '2001:4860::1'],
    [['nonsense', '192.0.2.1'], '192.0.2.1', '198.51.100.1', '198.51.100.1'],
    [
      ['0.0.0.0/0'],
      '192.0.2.1',
      Array.from({ length: 500 }, (_, n) => `10.0.0.${n % 250}`).join(','),
      '10.0.0.230',
    ],
  ];
  it.each(rows)('proxies %j, from %s, forwarded for %s: %s', (proxies, socket, forwarded, client) => {
    expect(behind(...proxies).of(socket, forwarded)).toBe(client);
  });
});
