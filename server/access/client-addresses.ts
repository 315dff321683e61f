/** The address of a client: the peer of the socket or, behind trusted proxies, the address they forward. */
import { BlockList, isIP, isIPv6 } from 'node:net';
import { PROXIES } from '../settings/access.js';
import { addToList } from '../settings/problems.js';
import { fromSettings, type StoredSettings, settingValue } from '../settings/read.js';

/** Proxies looked at in one `X-Forwarded-For`. */
const MAX_HOPS = 20;

/** An IPv4-mapped IPv6 address is treated as the IPv4 address. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

const covers = (list: BlockList, address: string): boolean =>
  isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

export class ClientAddresses {
  /** Undefined while there are none. */
  readonly #proxies: () => BlockList | undefined;

  constructor(settings: { read(): StoredSettings }) {
    this.#proxies = fromSettings(settings, (stored) => {
      const named = settingValue(stored, PROXIES);
      if (named.length === 0) return undefined;
      const list = new BlockList();
      for (const proxy of named) addToList(list, proxy);
      return list;
    });
  }

  /**
   * The client's address. `forwarded`: `X-Forwarded-For`, which anyone can write; it counts only as far as trusted
   * proxies have written it, from its end.
   */
  of(socketAddress: string | undefined, forwarded: string | readonly string[] | undefined): string {
    let address = plain(socketAddress ?? '');
    const proxies = this.#proxies();
    if (proxies === undefined || forwarded === undefined) return address;
    const hops = String(forwarded).split(',').slice(-MAX_HOPS).reverse();
    for (const hop of hops) {
      const next = plain(hop.trim());
      if (!covers(proxies, address) || isIP(next) === 0) break;
      address = next;
    }
    return address;
  }
}

/** Whether an address is of this machine. */
export const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || /^127(?:\.\d{1,3}){3}$/.test(address);

/** The key for counting an address: a household or machine owns a whole /64 of IPv6. */
export function countedAs(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.replace(/%.*/s, '').split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const after = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length);
  const whole = [...groups, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${whole
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
