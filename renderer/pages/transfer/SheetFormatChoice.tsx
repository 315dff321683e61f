/** How a CSV file is written, in one place: as the file itself tells it, unless the reader chooses otherwise. */
import { Alert, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import {
  DATE_ORDERS,
  DATES,
  type DateOrder,
  DECIMAL_MARKS,
  type DecimalMark,
  NUMBERS,
} from '#contract/cell-values';
import { ENCODINGS, SEPARATOR_NAMES, type SheetFormat, separatorName } from '#contract/sheets';
import { formatDate } from '../../fields/date/date-value';
import { formatNumber } from '../../ui/format';
import { localFormat, type Sheet, type Told } from './sheet-format';
import { labels } from './sheet-labels';

const texts = {
  title: 'How the file is written',
  lead: 'Told from the file. Change it where the values below are wrong.',
  automatic: 'By column',
  read: (written: string) => `${written} (from the file)`,
  unclearNumber: (text: string, meant: string) =>
    `“${text}” can be read in two ways, and nothing in the file tells which is meant. It is read as ${meant}; choose under “Numbers” if that is wrong.`,
  unclearDate: (text: string, meant: string) =>
    `“${text}” can be read in two ways, and nothing in the file tells which is meant. It is read as ${meant}; choose under “Dates” if that is wrong.`,
};

interface Props {
  sheet: Sheet;
  chosen: SheetFormat;
  told: { decimal: Told<DecimalMark>; dates: Told<DateOrder> };
  problem: string | undefined;
  onChange: (chosen: SheetFormat) => void;
}

/** A number as the reader writes it. */
function numberMeant(text: string, mark: DecimalMark): string | undefined {
  const number = NUMBERS.read(text, mark);
  return number === undefined ? undefined : formatNumber(Number(number));
}

/** The choices of a notation: as the file is written, or one that was chosen. */
function choicesOf<Way extends string>(
  ways: readonly Way[],
  names: Record<Way, string>,
  { way, unclear }: Told<Way>,
) {
  const automatic = { value: '', label: way === undefined ? texts.automatic : texts.read(names[way]) };
  const all = ways.map((one) => ({ value: one, label: names[one] }));
  return unclear === undefined ? [automatic, ...all] : all;
}

export function SheetFormatChoice({ sheet, chosen, told, problem, onChange }: Props) {
  const local = localFormat();
  const strange = separatorName(sheet.head.separator) === sheet.head.separator;
  const { decimal, dates } = told;
  const order = chosen.dates ?? local.dates;
  const day = dates.unclear === undefined ? undefined : DATES.read(dates.unclear, order);
  const number =
    decimal.unclear === undefined ? undefined : numberMeant(decimal.unclear, chosen.decimal ?? local.decimal);
  return (
    <Stack gap="xs">
      <div>
        <Text size="sm" fw={500}>
          {texts.title}
        </Text>
        <Text size="xs" c="dimmed">
          {texts.lead}
        </Text>
      </div>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs" verticalSpacing="xs">
        <NativeSelect
          label={labels.encoding}
          error={problem}
          data={ENCODINGS.map((value) => ({ value, label: labels.encodings[value] }))}
          value={sheet.encoding}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...chosen, encoding: ENCODINGS.find((one) => one === value) })
          }
        />
        <NativeSelect
          label={labels.separator}
          data={[
            ...(strange ? [{ value: '', label: sheet.head.separator }] : []),
            ...SEPARATOR_NAMES.map((value) => ({ value, label: labels.separators[value] })),
          ]}
          value={strange ? '' : separatorName(sheet.head.separator)}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...chosen, separator: SEPARATOR_NAMES.find((one) => one === value) })
          }
        />
        {decimal.asked && (
          <NativeSelect
            label={labels.numbers}
            data={choicesOf(DECIMAL_MARKS, labels.marks, decimal)}
            value={chosen.decimal ?? (decimal.unclear === undefined ? '' : local.decimal)}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...chosen, decimal: DECIMAL_MARKS.find((one) => one === value) })
            }
          />
        )}
        {dates.asked && (
          <NativeSelect
            label={labels.dates}
            data={choicesOf(DATE_ORDERS, labels.orders, dates)}
            value={chosen.dates ?? (dates.unclear === undefined ? '' : local.dates)}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...chosen, dates: DATE_ORDERS.find((one) => one === value) })
            }
          />
        )}
      </SimpleGrid>
      {number !== undefined && (
        <Alert color="yellow" role="note">
          {texts.unclearNumber(decimal.unclear ?? '', number)}
        </Alert>
      )}
      {day !== undefined && (
        <Alert color="yellow" role="note">
          {texts.unclearDate(dates.unclear ?? '', formatDate(day, true))}
        </Alert>
      )}
    </Stack>
  );
}
