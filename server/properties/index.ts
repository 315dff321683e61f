/** The registry: every field kind of the contract and its module (decision 5). */
import { cardKind } from './card/index.js';
import { codeKind } from './code/index.js';
import { colorKind } from './color/index.js';
import { dateKind, datetimeKind, timeKind } from './date/index.js';
import { deckKind } from './deck/index.js';
import { depotKind } from './depot/index.js';
import { emailKind } from './email/index.js';
import { fileKind } from './file/index.js';
import { galleryKind } from './gallery/index.js';
import { idKind, slugKind } from './id/index.js';
import { imageKind } from './image/index.js';
import { jsonKind } from './json/index.js';
import type { KindRegistry } from './kind.js';
import { listKind } from './list/index.js';
import { localizedStyledtextKind, localizedTextareaKind, localizedTextKind } from './localized/index.js';
import { numberKind, priceKind, rangeKind } from './number/index.js';
import { passwordKind } from './password/index.js';
import { phoneKind } from './phone/index.js';
import { secretKind } from './secret/index.js';
import { multicheckboxKind, multiselectKind, selectKind } from './select/index.js';
import { styledtextKind } from './styledtext/index.js';
import { svgKind } from './svg/index.js';
import { hiddenKind, textareaKind, textKind } from './text/index.js';
import { checkboxKind, toggleKind } from './toggle/index.js';
import { urlKind } from './url/index.js';

export const kinds: KindRegistry = {
  id: idKind,
  slug: slugKind,
  text: textKind,
  textarea: textareaKind,
  hidden: hiddenKind,
  styledtext: styledtextKind,
  number: numberKind,
  range: rangeKind,
  price: priceKind,
  toggle: toggleKind,
  checkbox: checkboxKind,
  date: dateKind,
  datetime: datetimeKind,
  time: timeKind,
  select: selectKind,
  radio: selectKind,
  multiselect: multiselectKind,
  multicheckbox: multicheckboxKind,
  list: listKind,
  url: urlKind,
  email: emailKind,
  phone: phoneKind,
  color: colorKind,
  svg: svgKind,
  code: codeKind,
  json: jsonKind,
  password: passwordKind,
  secret: secretKind,
  card: cardKind,
  deck: deckKind,
  localizedtext: localizedTextKind,
  localizedtextarea: localizedTextareaKind,
  localizedstyledtext: localizedStyledtextKind,
  image: imageKind,
  gallery: galleryKind,
  file: fileKind,
  depot: depotKind,
};
