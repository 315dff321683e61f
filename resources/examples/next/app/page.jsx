import Link from 'next/link';
import { Byline } from '../lib/byline.jsx';
import { listPosts } from '../lib/posts.js';
import { site } from '../lib/site.js';

export default async function Home() {
  return (
    <main>
      <h1>{site.title}</h1>
      <ul>
        {(await listPosts()).map((post) => (
          <li key={post.id}>
            <Link href={`/posts/${post.id}/`}>{post.title}</Link>
            <Byline post={post} />
            <p>{post.summary}</p>
          </li>
        ))}
      </ul>
    </main>
  );
}
