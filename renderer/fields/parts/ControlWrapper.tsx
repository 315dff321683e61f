import { Input } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ControlProps } from '../kind';
import classes from './control.module.css';

/** Ids of the help and the messages below a control, for `aria-describedby`. */
export function describedBy({ id, description, error }: ControlProps): string | undefined {
  const ids = [error ? `${id}-error` : '', description ? `${id}-description` : ''].filter(
    (part) => part !== '',
  );
  return ids.length > 0 ? ids.join(' ') : undefined;
}

interface ControlWrapperProps {
  control: ControlProps;
  children: ReactNode;
}

/** Help and messages round a control that is no Mantine input. */
export function ControlWrapper({ control, children }: ControlWrapperProps) {
  const { disabled: _disabled, ...wrapper } = control;
  return <Input.Wrapper {...wrapper}>{children}</Input.Wrapper>;
}

interface GroupControlProps extends ControlWrapperProps {
  role: 'group' | 'radiogroup';
  labelId: string;
  required?: boolean;
}

/** A control of several elements that the field's label names as a whole; nothing points at it by id. */
export function GroupControl({ control, role, labelId, required = false, children }: GroupControlProps) {
  const choice =
    role === 'radiogroup' ? { 'aria-required': required, 'aria-invalid': Boolean(control.error) } : {};
  return (
    <ControlWrapper control={control}>
      <fieldset
        role={role}
        className={classes.group}
        aria-labelledby={labelId}
        aria-describedby={describedBy(control)}
        {...choice}
      >
        {children}
      </fieldset>
    </ControlWrapper>
  );
}
