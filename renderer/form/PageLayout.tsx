/** The fields of an object as a page: the heading, the text below it, and everything else beside them. */
import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useCallback, useId, useMemo, useState } from 'react';
import { FormContext, type FormEnvironment, pathIn } from '../fields/form-context';
import { PageLanguages } from '../fields/localized/PageLanguages';
import { messagesAt } from '../unsaved/read-form';
import { useFormState } from '../unsaved/useFormState';
import { FieldFrame } from './FieldFrame';
import { Blocks } from './FormLayout';
import { focusNext } from './focus-field';
import classes from './form.module.css';
import { type FormPage, formPage, namesOnPage } from './form-page';
import { namesInOrder } from './formgrid';

const texts = {
  details: 'Details',
  show: 'Show details',
  hide: 'Hide details',
};

export function PageLayout({ form, names }: { form: FormEnvironment; names: readonly string[] }) {
  const { schema } = form;
  const page = useMemo(() => formPage(schema, names), [schema, names]);
  const { title, body, blocks } = page;
  // The id comes by itself.
  const goOn = useCallback(() => {
    const next = namesOnPage(page).filter((name) => name !== page.title && name !== 'id');
    focusNext(next.map((name) => pathIn(form, name)));
  }, [page, form]);
  const field = (name: string) => {
    const definition = schema.properties[name];
    const isTitle = name === title;
    return (
      definition && (
        <FieldFrame
          key={name}
          name={name}
          definition={definition}
          look={isTitle ? 'title' : undefined}
          onEnter={isTitle ? goOn : undefined}
        />
      )
    );
  };
  const isPage = body.length > 0;
  return (
    <FormContext value={form}>
      <div className={classes.form} data-page={isPage || undefined}>
        <PageLanguages form={form} />
        <div className={isPage ? classes.page : classes.stack}>
          <div className={classes.stack}>
            {title !== undefined && field(title)}
            {body.map((name) => field(name))}
          </div>
          {isPage ? <Rail form={form} blocks={blocks} /> : <Blocks blocks={blocks} schema={schema} />}
        </div>
      </div>
    </FormContext>
  );
}

/** What is not the text itself. Where there is no room beside the text it is folded away below it, unless it has a message. */
function Rail({ form, blocks }: { form: FormEnvironment; blocks: FormPage['blocks'] }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const names = useMemo(() => namesInOrder(blocks), [blocks]);
  const hasMessage = useFormState(form.store, (state) =>
    names.some((name) => messagesAt(state, name).length > 0),
  );
  // Stays open when the message goes: the field with it has the focus.
  if (hasMessage && !isOpen) setOpen(true);
  const isFolded = !isOpen;
  if (blocks.length === 0) return null;
  return (
    <section className={classes.rail} aria-label={texts.details} data-folded={isFolded || undefined}>
      <Button
        className={classes.unfold}
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-expanded={!isFolded}
        aria-controls={id}
        data-unfolds
        onClick={() => setOpen(isFolded)}
      >
        {isFolded ? texts.show : texts.hide}
      </Button>
      <div id={id} className={classes.railFields}>
        <Blocks blocks={blocks} schema={form.schema} />
      </div>
    </section>
  );
}
