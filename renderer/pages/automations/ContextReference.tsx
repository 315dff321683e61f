import { Drawer, Stack, Text, Title } from '@mantine/core';
import { CONTEXT, signatureOf } from '../../fields/code/automation/context';
import { Snippet } from '../../ui/Snippet';
import classes from './automations.module.css';

const texts = {
  title: 'Handler reference',
  lead: 'A handler is one async function. It receives ctx, and its return value becomes the result of the run. Its changes to content are validated like API requests.',
  example: 'a handler',
  code: `export default async (ctx) => {
  const post = await ctx.objects.get('blog', ctx.args.id);
  ctx.log.info('Looked at', post.title);
  return { title: post.title };
};`,
  limits:
    'Limits per run: 10 seconds when a webhook waits for the response, otherwise 5 minutes; 64 MB of memory; 500 calls.',
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
