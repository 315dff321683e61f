import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { Subject } from '#contract/history';
import { historyAddress } from '../history/useHistoryAddress';

const texts = {
  settings: 'Settings of the folder',
  schema: (id: string) => `Schema “${id}”`,
  collection: (name: string) => `Settings of “${name}”`,
};

interface Props {
  subject: Subject;
  /** Of an object that exists. */
  title?: string | undefined;
  /** When it was changed: its history opens with this version. */
  at?: string;
}

/** What a subject is called. */
function nameOf(subject: Subject, title: string | undefined): string {
  if (subject.type === 'object') return title ?? subject.id;
  if (subject.type === 'collection') return texts.collection(subject.collection);
  return subject.type === 'schema' ? texts.schema(subject.schema) : texts.settings;
}

function addressOf(subject: Subject, at: string | undefined) {
  if (subject.type === 'object') return historyAddress(subject.collection, subject.id, at);
  if (subject.type === 'collection') return `/c/${encodeURIComponent(subject.collection)}`;
  return subject.type === 'schema' ? `/schemas/${encodeURIComponent(subject.schema)}` : '/settings';
}

/** Leads to the history of an object, and to the page of anything else. */
export function SubjectLink({ subject, title, at }: Props) {
  return (
    <Anchor component={Link} to={addressOf(subject, at)} size="sm" style={{ overflowWrap: 'anywhere' }}>
      {nameOf(subject, title)}
    </Anchor>
  );
}
