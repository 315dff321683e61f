/** One problem, with what solves it or a link to it. */
import { Anchor, Checkbox, Code, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { HealthKind, HealthProblem } from '#contract/health';
import type { MediaFile } from '#contract/media';
import { isShown, thumbnail } from '../../media/media-file';
import { FileIcon } from '../../ui/FileIcon';
import { counted, formatBytes } from '../../ui/format';
import { AltField } from '../media/AltField';
import classes from './health.module.css';

const texts = {
  select: (name: string) => `Select ${name}`,
  fix: 'How to fix',
  decide: 'Compare versions',
  undescribed: (count: number) => `${counted(count, 'image', 'images')} without alternative text`,
  lost: (reference: string, target: string) => `“${reference}” does not exist in ${target}.`,
};

/** Messages shown of one property. */
const MAX_MESSAGES = 3;

const startsWithLabel = (message: string): boolean => /^\p{Lu}/u.test(message);

interface Props {
  kind: HealthKind;
  problem: HealthProblem;
  /** Of the collections, by their ids. */
  titles: ReadonlyMap<string, string>;
  chosen: boolean;
  onChoose(chosen: boolean): void;
}

export function Problem({ kind, problem, titles, chosen, onChoose }: Props) {
  const { path, file, details, missing, text } = problem;
  return (
    <li className={classes.problem}>
      {kind === 'unused' && file && (
        <Checkbox
          size="md"
          aria-label={texts.select(file.name)}
          checked={chosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      )}
      {file && <Preview file={file} />}
      <div className={classes.words}>
        <Heading problem={problem} titles={titles} />
        {missing && (
          <Text size="sm">
            {missing.property.label}:{' '}
            {texts.lost(missing.reference, titles.get(missing.target) ?? missing.target)}
          </Text>
        )}
        {text && (
          <Text size="sm">
            {text.property.label}: {texts.undescribed(text.images)}
          </Text>
        )}
        {details && (
          <List size="sm" spacing={2}>
            {Object.entries(details).flatMap(([name, messages]) =>
              messages
                .slice(0, MAX_MESSAGES)
                .map((message) => (
                  <List.Item key={`${name} ${message}`}>
                    {startsWithLabel(message) ? message : `${name} ${message}`}
                  </List.Item>
                )),
            )}
          </List>
        )}
        {file && <FileFacts file={file} />}
        {kind === 'alt' && file && <AltField file={file} />}
        {!file && !missing && !details && !text && (
          <>
            <Text size="sm" className={classes.message}>
              {problem.message}
            </Text>
            <Code className={classes.path}>{path}</Code>
          </>
        )}
      </div>
      <Solution problem={problem} kind={kind} />
    </li>
  );
}

/** Where the problem is: the object, or the file where there is none. */
function Heading({ problem, titles }: Pick<Props, 'problem' | 'titles'>) {
  const { collection, id, title, path } = problem;
  if (collection === undefined || id === undefined) return <b className={classes.path}>{path}</b>;
  return (
    <span className={classes.heading}>
      <Anchor component={Link} to={addressOf(collection, id)} fw={550} size="sm">
        {title ?? id}
      </Anchor>
      <Text span size="xs" c="dimmed">
        {titles.get(collection) ?? collection}
      </Text>
    </span>
  );
}

const addressOf = (collection: string, id: string): string =>
  `/c/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`;

function Solution({ kind, problem: { conflict } }: { kind: HealthKind; problem: HealthProblem }): ReactNode {
  const to = conflict !== undefined ? `/conflicts/${encodeURIComponent(conflict)}` : '/damaged';
  if (conflict === undefined && kind !== 'damaged') return null;
  return (
    <Anchor component={Link} to={to} size="sm" className={classes.solution}>
      {conflict !== undefined ? texts.decide : texts.fix}
    </Anchor>
  );
}

function Preview({ file }: { file: MediaFile }) {
  return (
    <span className={classes.preview}>
      {isShown(file) ? (
        <img src={thumbnail(file, 'w=192&h=144')} alt="" loading="lazy" />
      ) : (
        <FileIcon mime={file.mime} size={28} />
      )}
    </span>
  );
}

function FileFacts({ file: { name, path, property, size, width, height } }: { file: MediaFile }) {
  const pixels = width && height ? `${width} × ${height}` : '';
  const facts = [property === '' ? path : name, formatBytes(size), pixels];
  return (
    <Text size="xs" c="dimmed" className={`tabular ${classes.path}`}>
      {facts.filter((fact) => fact !== '').join(' · ')}
    </Text>
  );
}
