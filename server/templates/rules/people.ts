/** Rules for people, their names and contacts. Generated email addresses are never deliverable. */
import type { Faker } from '@faker-js/faker';
import type { Arguments } from '../rule-call.js';
import type { RuleTable } from './rule.js';

/** Domains reserved for examples (RFC 2606), which cannot belong to anyone. */
const EXAMPLE_DOMAINS = ['example.com', 'example.net', 'example.org'];

function sex(args: Arguments): 'female' | 'male' | undefined {
  const word = args.text(0, '').toLowerCase();
  return word === 'female' || word === 'male' ? word : undefined;
}

const email = (faker: Faker): string =>
  faker.internet.email({ provider: faker.helpers.arrayElement(EXAMPLE_DOMAINS) }).toLowerCase();

export const PEOPLE_RULES: RuleTable = {
  name: ({ faker }, args) => `${faker.person.firstName(sex(args))} ${faker.person.lastName()}`,
  firstName: ({ faker }, args) => faker.person.firstName(sex(args)),
  lastName: ({ faker }) => faker.person.lastName(),
  title: ({ faker }, args) => faker.person.prefix(sex(args)),
  suffix: ({ faker }) => faker.person.suffix(),
  jobTitle: ({ faker }) => faker.person.jobTitle(),
  company: ({ faker }) => faker.company.name(),
  email: ({ faker }) => email(faker),
  safeEmail: ({ faker }) => email(faker),
  freeEmail: ({ faker }) => email(faker),
  companyEmail: ({ faker }) => email(faker),
  userName: ({ faker }) => faker.internet.username().toLowerCase(),
  phoneNumber: ({ faker }) => faker.phone.number({ style: 'national' }),
  password: ({ faker }, args) => {
    const min = args.integer({ at: 0, name: 'min', fallback: 6, min: 1, max: 72 });
    const max = args.integer({ at: 1, name: 'max', fallback: Math.max(20, min), min: 1, max: 72 });
    if (max < min) args.refuse(`max must not be below min (${min})`);
    return faker.string.alphanumeric({ length: { min, max } });
  },
};
