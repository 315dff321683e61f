/** The tabs of the settings page. */
import type { ComponentType } from 'react';
import type { SettingSection } from '#contract/settings';
import { AiClients } from './AiClients';

interface Section {
  label: string;
  description: string;
  /** What stands below the section's settings; a section without settings is shown when it has this. */
  Extra?: ComponentType;
}

export const SECTIONS: Record<SettingSection, Section> = {
  general: { label: 'General', description: 'Applies to the whole folder.' },
  access: { label: 'Access', description: 'Network and access.' },
  limits: { label: 'Limits', description: 'Rate limits per client and in total.' },
  uploads: { label: 'Uploads', description: 'Allowed files and their sizes.' },
  automations: { label: 'Automations', description: 'Scripts that run on schedules, events and webhooks.' },
  mcp: {
    label: 'MCP & OAuth',
    description: 'How AI clients and other apps connect.',
    Extra: AiClients,
  },
};
