/** What the components show on their page. It is read by those who build the admin, in English. */
export const samples = {
  name: 'Harbor Studio',
  long: 'A name pasted from a spreadsheet, longer than any line that was drawn for it, withoutasinglebreakinitslastwordwhichiswhatlayoutsbreakon',
  sentence: 'What happened, why, and what to do about it.',
  code: 'curl -H "X-API-Key: $PLINTH_KEY" "http://127.0.0.1:4180/api/collections/blog/query?limit=10"',
  error: 'Enter a date, such as 2026-11-23.',
  save: 'Save',
  cancel: 'Cancel',
  remove: 'Move to trash',
  options: ['Draft', 'In review', 'Published'],
  moment: '2026-11-23T09:30:00Z',
} as const;

export const nothing = (): void => undefined;
