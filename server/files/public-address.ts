/** Which addresses are on the public internet; all others belong to this machine or its network. */
import { BlockList, isIP } from 'node:net';

/** IPv4 for special purposes (RFC 6890 and its registry). */
const V4_RESERVED = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
] as const;

/** All public IPv6 space; mapped, translated and local addresses are outside. */
const V6_GLOBAL = '2000::/3';

/** What of it is not: tunnels that carry any IPv4 address (Teredo, 6to4), protocols and examples. */
const V6_RESERVED = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'] as const;

function listOf(subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = '', prefix] = subnet.split('/');
    list.addSubnet(net, Number(prefix), family);
  }
  return list;
}

const v4Reserved = listOf(V4_RESERVED, 'ipv4');
const v6Global = listOf([V6_GLOBAL], 'ipv6');
const v6Reserved = listOf(V6_RESERVED, 'ipv6');

/** Whether an IP address can be reached by anyone, so that no secret of this network is behind it. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !v4Reserved.check(address, 'ipv4');
  return family === 6 && v6Global.check(address, 'ipv6') && !v6Reserved.check(address, 'ipv6');
}
