/** Rules for the web, identifiers and colors. */
import type { RuleTable } from './rule.js';

/** Web-safe colors: two equal hex digits per channel. */
const SAFE_DIGITS = '0369cf';

export const TECHNICAL_RULES: RuleTable = {
  url: ({ faker }) => `https://${faker.internet.domainName()}/${faker.lorem.slug()}`,
  domainName: ({ faker }) => faker.internet.domainName(),
  domainWord: ({ faker }) => faker.internet.domainWord(),
  tld: ({ faker }) => faker.internet.domainSuffix(),
  ipv4: ({ faker }) => faker.internet.ipv4(),
  ipv6: ({ faker }) => faker.internet.ipv6(),
  macAddress: ({ faker }) => faker.internet.mac(),
  uuid: ({ faker }) => faker.string.uuid(),
  uid: ({ faker }) => faker.string.fromCharacters('0123456789abcdefghijklmnopqrstuvwxyz', 7),
  md5: ({ faker }) => faker.string.hexadecimal({ length: 32, prefix: '', casing: 'lower' }),
  sha1: ({ faker }) => faker.string.hexadecimal({ length: 40, prefix: '', casing: 'lower' }),
  sha256: ({ faker }) => faker.string.hexadecimal({ length: 64, prefix: '', casing: 'lower' }),
  hexColor: ({ faker }) => faker.color.rgb({ format: 'hex', casing: 'lower' }),
  safeHexColor: ({ faker }) =>
    `#${[0, 1, 2].map(() => faker.string.fromCharacters(SAFE_DIGITS).repeat(2)).join('')}`,
  rgbColor: ({ faker }) => faker.color.rgb({ format: 'decimal' }).join(','),
  rgbCssColor: ({ faker }) => faker.color.rgb({ format: 'css' }).replaceAll(' ', ''),
  colorName: ({ faker }) => faker.color.human(),
};
