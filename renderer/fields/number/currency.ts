import type { PropertyOnWire } from '#contract/schemas';
import { numberSetting, textSetting } from '../settings';

export interface Currency {
  /** ISO 4217, e.g. `EUR`. */
  code: string;
  symbol: string;
  decimals: number;
  locale: string | undefined;
}

/** Currency of a price: `settings.currency`, `decimals`, `locale`. Unknown codes are shown as they are written. */
export function currencyOf(definition: PropertyOnWire): Currency {
  const code = (textSetting(definition, 'currency') ?? 'USD').toUpperCase();
  const locale = textSetting(definition, 'locale')?.replace('_', '-');
  const wanted = numberSetting(definition, 'decimals');
  try {
    const format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: code,
      currencyDisplay: 'narrowSymbol',
    });
    const symbol = format.formatToParts(0).find((part) => part.type === 'currency')?.value ?? code;
    return { code, symbol, decimals: wanted ?? format.resolvedOptions().maximumFractionDigits ?? 2, locale };
  } catch {
    return { code, symbol: code, decimals: wanted ?? 2, locale: undefined };
  }
}

/** An amount as people write it, e.g. `€1,234.50`. */
export function formatAmount(amount: number, { code, decimals, locale }: Currency): string {
  try {
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: code,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }).format(amount);
  } catch {
    return `${amount.toFixed(decimals)} ${code}`;
  }
}
