import { Drawer, Stack, Text, Title } from '@mantine/core';
import { CONTEXT, signatureOf } from '../../fields/code/automation/context';
import { Snippet } from '../../ui/Snippet';
import classes from './automations.module.css';

const texts = {
  title: 'What a handler can use',
  lead: 'A handler is one function. It is given ctx, awaits what it asks of it, and returns a value that becomes the run’s result. Everything it does to content is checked like a request of the API.',
  example: 'a handler',
  code: `export default async (ctx) => {
  const post = await ctx.objects.get('blog', ctx.args.id);
  ctx.log.info('Looked at', post.title);
  return { title: post.title };
};`,
  limits:
    'A run has 10 seconds when a web request waits for it and 5 minutes otherwise, 64 MB of memory and 500 calls.',
};

/** The whole of `ctx`, beside the editor. */
export function ContextReference({ opened, onClose }: { opened: boolean; onClose(): void }) {
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="34rem" title={texts.title}>
      <Stack gap="md">
        <Text size="sm">{texts.lead}</Text>
        <Snippet name={texts.example} code={texts.code} />
        {CONTEXT.map(({ title, entries }) => (
          <section key={title}>
            <Title order={2} mb={6}>
              {title}
            </Title>
            <dl className={classes.reference}>
              {entries.map((entry) => (
                <div key={entry.path}>
                  <dt>{signatureOf(entry)}</dt>
                  <dd>{entry.text}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Text size="sm" c="dimmed">
          {texts.limits}
        </Text>
      </Stack>
    </Drawer>
  );
}
