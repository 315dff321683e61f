import { describe, expect, it } from 'vitest';
import { FilePasswords } from '../../../server/access/file-passwords.js';

describe('wrong passwords of protected files', () => {
  it('are counted together for all addresses of a /64 of IPv6, and for no others', () => {
    const passwords = new FilePasswords();
    for (let n = 1; n <= 25; n += 1) {
      expect(passwords.wait(`2001:db8:1:1::${n.toString(16)}`)).toBe(0);
      passwords.add(`2001:db8:1:1::${n.toString(16)}`, 'a');
    }
    expect(passwords.wait('2001:db8:1:1:ffff::1')).toBeGreaterThan(0);
    expect(passwords.wait('2001:db8:1:2::1')).toBe(0);
  });
});
