/** svg: source with a picture of it. The picture is an image, in which nothing runs, never part of the page. */
import { Group, Text } from '@mantine/core';
import { t } from '../../t';
import { SourceDifference } from '../differences';
import type { CellProps, DifferenceProps, FieldProps } from '../kind';
import { ControlWrapper, describedBy } from '../parts/ControlWrapper';
import { LazyCodeEditor } from '../parts/LazyCodeEditor';
import { textKind } from '../text/text-kind';
import { asText } from '../text/text-value';
import classes from './svg.module.css';
import { svgImage } from './svg-image';

function SvgField({ control, labelId, value, onChange, readOnly, required, invalid }: FieldProps) {
  const source = asText(value);
  const image = svgImage(source);
  const wrapper = { ...control, id: `${control.id}-svg` };
  return (
    <ControlWrapper control={wrapper}>
      <div className={classes.pair}>
        <div className={classes.source}>
          <LazyCodeEditor
            id={control.id}
            labelId={labelId}
            describedBy={describedBy(wrapper)}
            value={source}
            onChange={onChange}
            mode="svg"
            readOnly={readOnly || control.disabled}
            required={required}
            invalid={invalid}
            placeholder="<svg …>"
            rows={5}
            maxRows={16}
            lineNumbers={false}
          />
        </div>
        <div className={classes.preview}>
          {image === undefined ? (
            <Text size="xs" c="dimmed">
              {source.trim() === '' ? t('No image') : t('Not an SVG')}
            </Text>
          ) : (
            <img src={image} alt={t('Preview')} />
          )}
        </div>
      </div>
    </ControlWrapper>
  );
}

function SvgCell({ value }: CellProps) {
  const image = svgImage(asText(value));
  return image === undefined ? null : (
    <Group gap={0}>
      <img src={image} alt="" width={20} height={20} style={{ objectFit: 'contain' }} />
    </Group>
  );
}

/** Both drawings side by side, then their sources. */
function SvgDifference(props: DifferenceProps) {
  const images = [props.before, props.after].flatMap((value) => svgImage(asText(value)) ?? []);
  return (
    <>
      <Group gap="md" mb={6}>
        {images.map((image) => (
          <img key={image} src={image} alt="" width={64} height={64} style={{ objectFit: 'contain' }} />
        ))}
      </Group>
      <SourceDifference {...props} />
    </>
  );
}

export const svg = textKind({
  Input: SvgField,
  Cell: SvgCell,
  Difference: SvgDifference,
  builder: {
    group: t('Appearance'),
    label: 'SVG',
    help: t('A sanitized drawing or icon.'),
    words: 'icon vector',
    settings: [],
  },
});
