import { site } from '../lib/site.js';
import './style.css';

export const metadata = {
  metadataBase: new URL(site.url),
  title: { default: site.title, template: `%s – ${site.title}` },
  description: site.description,
  alternates: { types: { 'application/rss+xml': '/feed.xml' } },
};

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
