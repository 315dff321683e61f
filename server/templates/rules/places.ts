/** Rules for places and addresses. */
import type { RuleTable } from './rule.js';

export const PLACE_RULES: RuleTable = {
  address: ({ faker }) => {
    const { streetAddress, city, state, zipCode } = faker.location;
    return `${streetAddress()}, ${city()}, ${state({ abbreviated: true })} ${zipCode()}`;
  },
  streetAddress: ({ faker }) => faker.location.streetAddress(),
  streetName: ({ faker }) => faker.location.street(),
  buildingNumber: ({ faker }) => faker.location.buildingNumber(),
  city: ({ faker }) => faker.location.city(),
  state: ({ faker }) => faker.location.state(),
  stateAbbr: ({ faker }) => faker.location.state({ abbreviated: true }),
  postcode: ({ faker }) => faker.location.zipCode(),
  country: ({ faker }) => faker.location.country(),
  countryCode: ({ faker }) => faker.location.countryCode(),
  languageCode: ({ faker }) => faker.location.language().alpha2,
  currencyCode: ({ faker }) => faker.finance.currencyCode(),
};
