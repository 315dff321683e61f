import { Byline } from '../../../lib/byline.jsx';
import { getPost, image, listPosts, richText } from '../../../lib/posts.js';

export const dynamicParams = false;

export async function generateStaticParams() {
  return (await listPosts()).map(({ id }) => ({ id }));
}

export async function generateMetadata({ params }) {
  const { title, summary } = await getPost((await params).id);
  return { title, description: summary };
}

export default async function Page({ params }) {
  const post = await getPost((await params).id);
  const hero = image(post.image, { sizes: '(min-width: 42rem) 42rem, 100vw' });
  return (
    <main>
      <article>
        <h1>{post.title}</h1>
        <Byline post={post} />
        {hero && (
          // biome-ignore lint/performance/noImgElement: Plinth makes the sizes
          <img
            src={hero.src}
            srcSet={hero.srcset}
            sizes={hero.sizes}
            width={hero.width}
            height={hero.height}
            alt={hero.alt}
          />
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: Plinth cleans rich text when it is saved */}
        <div className="text" dangerouslySetInnerHTML={{ __html: richText(post.content) }} />
      </article>
    </main>
  );
}
