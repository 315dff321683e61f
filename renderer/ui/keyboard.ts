/** The name of the modifier key on this system, for hints. */
export const MOD = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl';
