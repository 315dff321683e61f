const format = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

export function Byline({ post: { date, author } }) {
  return (
    <p>
      {author && <span className="author">{author.name}, </span>}
      <time dateTime={date}>{format.format(new Date(date))}</time>
    </p>
  );
}
