/**
 * A property, a value and templates for each field kind: the gallery of field types is made of them. Templates of Astro
 * know `post`, an entry of a collection, and `client`; those of Eleventy know `post`, an object.
 */

const plain = (name, element = 'p') => ({
  astro: `<${element}>{post.data.${name}}</${element}>`,
  eleventy: `<${element}>{{ post.${name} }}</${element}>`,
});

const words = (name) => ({
  astro: `<ul>{post.data.${name}.map((one) => <li>{one}</li>)}</ul>`,
  eleventy: `<ul>{% for one in post.${name} %}<li>{{ one }}</li>{% endfor %}</ul>`,
});

const time = (name) => ({
  astro: `<time datetime={post.data.${name}}>{post.data.${name}}</time>`,
  eleventy: `<time datetime="{{ post.${name} }}">{{ post.${name} }}</time>`,
});

const flag = (name) => ({
  astro: `{post.data.${name} && <p>Open</p>}`,
  eleventy: `{% if post.${name} %}<p>Open</p>{% endif %}`,
});

const html = (name, value = name) => ({
  client: `client.richText(post.${value})`,
  astro: `<div set:html={client.richText(post.data.${value})} />`,
  eleventy: `<div>{{ post.${value} | plinthHtml | safe }}</div>`,
});

const link = (name, scheme = '') => ({
  astro: `<a href={${scheme ? `\`${scheme}:\${post.data.${name}}\`` : `post.data.${name}`}}>{post.data.${name}}</a>`,
  eleventy: `<a href="${scheme ? `${scheme}:` : ''}{{ post.${name} }}">{{ post.${name} }}</a>`,
});

const locale = (name) => ({ ...plain(`${name}.en`), client: `post.${name}.en` });

const DAYS = ['Thursday', 'Friday', 'Saturday'];
const RICH = '<p>Fresh <strong>bread</strong> and <a href="https://example.org/">cheese</a>.</p>';
const LOAF = 'A loaf of bread on a board';
const ONE_LANGUAGE = "Read with `locale: 'en'`, the value is the text itself.";

/** By field kind, which is also the name of the property; `files` are uploaded, with their alternative texts. */
export const SAMPLES = {
  text: { value: 'Harbour market', ...plain('text', 'h1') },
  textarea: { value: 'Saturdays from eight.\nBring a bag.', ...plain('textarea') },
  styledtext: { value: RICH, ...html('styledtext') },
  slug: { value: 'harbour-market', ...plain('slug') },
  code: {
    definition: { settings: { mode: 'css' } },
    value: '.stall { margin: 0 }',
    ...plain('code', 'code'),
  },
  number: { value: 24, ...plain('number') },
  range: { definition: { settings: { min: 0, max: 100 } }, value: 40, ...plain('range') },
  price: { definition: { settings: { currency: 'EUR' } }, value: 4.5, ...plain('price') },
  date: { value: '2026-05-09', ...time('date') },
  datetime: { value: '2026-05-09T08:00:00Z', ...time('datetime') },
  time: { value: '08:30', ...time('time') },
  toggle: { value: true, ...flag('toggle') },
  checkbox: { value: true, ...flag('checkbox') },
  select: {
    definition: { options: DAYS },
    value: 'Friday',
    ...plain('select'),
    note: 'With `settings.relationalOptions` the choices are objects of another collection, and the value is an id; `expand` replaces it by the object.',
  },
  radio: { definition: { options: DAYS }, value: 'Friday', ...plain('radio') },
  multiselect: { definition: { options: DAYS }, value: ['Friday', 'Saturday'], ...words('multiselect') },
  multicheckbox: { definition: { options: DAYS }, value: ['Friday', 'Saturday'], ...words('multicheckbox') },
  list: { value: ['bread', 'cheese'], ...words('list') },
  url: { value: 'https://example.org/market', ...link('url') },
  email: { value: 'market@example.org', ...link('email', 'mailto') },
  phone: { value: '+44 20 7946 0000', ...link('phone', 'tel') },
  color: {
    value: '#2f6f62',
    astro: `<p style={\`color:\${post.data.color.hex}\`}>Open</p>`,
    eleventy: '<p style="color:{{ post.color.hex }}">Open</p>',
  },
  svg: {
    value: '<svg viewBox="0 0 24 24"><circle cx="12" cy="12" r="10" fill="#2f6f62"/></svg>',
    astro: '<Fragment set:html={post.data.svg} />',
    eleventy: '{{ post.svg | safe }}',
  },
  image: {
    files: { 'loaf.webp': LOAF },
    client: 'client.image(post.image, { widths: [240, 480] })',
    astro: '<Image image={post.data.image} widths={[240, 480]} />',
    eleventy: '{% plinthImage post.image, { widths: [240, 480] } %}',
  },
  gallery: {
    files: { 'loaf.webp': LOAF, 'strandline.webp': 'Shells and weed on a beach' },
    astro: '{post.data.gallery.map((one) => <Image image={one} widths={[240]} />)}',
    eleventy: '{% for one in post.gallery %}{% plinthImage one, { widths: [240] } %}{% endfor %}',
  },
  file: {
    files: { 'stalls.csv': '' },
    astro: '<a href={post.data.file.url}>{post.data.file.name}</a>',
    eleventy: '<a href="{{ post.file.url }}">{{ post.file.name }}</a>',
  },
  depot: {
    files: { 'stalls.csv': '' },
    astro: '<ul>{post.data.depot.files.map((one) => <li><a href={one.url}>{one.name}</a></li>)}</ul>',
    eleventy:
      '<ul>{% for one in post.depot.files %}<li><a href="{{ one.url }}">{{ one.name }}</a></li>{% endfor %}</ul>',
  },
  card: {
    definition: { schemaref: 'stall' },
    value: { name: 'Bread', number: 1 },
    ...plain('card.name'),
    client: 'post.card',
  },
  deck: {
    definition: { schemaref: 'stall' },
    value: { bread: { name: 'Bread', number: 1 }, cheese: { name: 'Cheese', number: 2 } },
    astro: '<ul>{Object.values(post.data.deck).map((one) => <li>{one.name}</li>)}</ul>',
    eleventy: '<ul>{% for id, one in post.deck %}<li>{{ one.name }}</li>{% endfor %}</ul>',
    note: 'With a list of schemas in `schemaref` the items are [blocks](/docs/forms#blocks): each names its own in `schema`.',
  },
  localizedtext: {
    value: { en: 'Harbour market', de: 'Hafenmarkt' },
    ...locale('localizedtext'),
    note: ONE_LANGUAGE,
  },
  localizedtextarea: {
    value: { en: 'Bring a bag.', de: 'Tasche mitbringen.' },
    ...locale('localizedtextarea'),
    note: ONE_LANGUAGE,
  },
  localizedstyledtext: {
    value: { en: '<p>Fresh <em>bread</em>.</p>', de: '<p>Frisches <em>Brot</em>.</p>' },
    ...html('localizedstyledtext', 'localizedstyledtext.en'),
    note: ONE_LANGUAGE,
  },
  json: { value: { stalls: 24 }, ...plain('json.stalls') },
  hidden: { value: 'import-2026', ...plain('hidden') },
  password: {
    // A hash, which is stored as it is: to make one takes a quarter of a second.
    value: '$2y$10$6.GxttV1SHMVG9vlxYaA8eSwsUnfcLDyhISBnFB5VQgI7NO3a4JRm',
    note: 'Answers never contain it, so a template has nothing to show.',
  },
  secret: {
    value: 'key-of-the-newsletter',
    note: 'Answers contain it only for those who may change the object. The key of a build only reads, so a template has nothing to show.',
  },
  id: {
    value: 'harbour-market',
    astro: '<article id={post.id}></article>',
    eleventy: '<article id="{{ post.id }}"></article>',
  },
};

/** The schema of the card and of the items of the deck. */
export const STALL = {
  id: 'stall',
  description: 'A stall of the market',
  properties: {
    id: { type: 'slug', field: 'id', label: 'ID' },
    name: { field: 'text', label: 'Name' },
    number: { field: 'number', label: 'Number' },
  },
  required: ['id'],
  index: [],
};
