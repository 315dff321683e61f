import { Center, Loader } from '@mantine/core';
import { t } from '../t';

/** Shown while the session is looked up: nothing for a moment, then a small sign of life. */
export function StartScreen() {
  return (
    <Center mih="100dvh" role="status" aria-busy="true" aria-label={t('Loading')}>
      <Loader size="sm" color="gray" aria-hidden />
    </Center>
  );
}
