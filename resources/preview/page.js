/**
 * The script in the pages of the preview. It keeps the scroll position, marks what can be clicked, and talks with the
 * admin around it (spec/preview.md#messages). It holds no secret, asks nothing of Plinth, and what it says is worth no
 * more than what the page itself could say.
 */
(() => {
  const { admins = '', site = '', page = '' } = document.currentScript?.dataset ?? {};
  document.currentScript?.remove();
  const isDown = () => document.body?.hasAttribute('data-plinth-down') ?? false;

  keepScroll();
  if (page !== '') addEventListener('load', reloadWhenOld);
  if (window.parent !== window) talk(admins.split(' '));

  /** Reloads a page that would be another now, where the development server does not. */
  async function reloadWhenOld() {
    for (let failures = 0; failures < 3; ) {
      const answer = await fetch(`/.plinth-preview/old?page=${page}`, { cache: 'no-store' }).catch(
        () => undefined,
      );
      const { isOld } = (await answer?.json().catch(() => undefined)) ?? {};
      if (isOld) return location.reload();
      failures = isOld === undefined ? failures + 1 : 0;
      if (failures > 0) await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }

  /** Brings a page that was reloaded to where it was, also when what stands there comes later. */
  function keepScroll() {
    const key = `plinth-scroll ${location.pathname}${location.search}`;
    const back = 'plinth-scroll back';
    const stored = (name) => {
      try {
        return sessionStorage.getItem(name);
      } catch {
        return null;
      }
    };
    const store = (name, value) => {
      try {
        sessionStorage.setItem(name, value);
      } catch {
        // Storage is switched off: the position is not kept.
      }
    };
    addEventListener('pagehide', () => {
      if (!isDown()) store(key, `${scrollX} ${scrollY}`);
      store(back, isDown() ? key : '');
    });
    const isReload = performance.getEntriesByType('navigation')[0]?.type === 'reload' || stored(back) === key;
    const [x = 0, y = 0] = (stored(key) ?? '').split(' ').map(Number);
    if (!isReload || (!x && !y)) return;
    const until = performance.now() + 3000;
    let isOver = false;
    for (const sign of ['wheel', 'keydown', 'pointerdown', 'touchstart']) {
      addEventListener(sign, () => (isOver = true), { once: true, passive: true, capture: true });
    }
    const step = () => {
      if (isOver) return;
      if (Math.abs(scrollY - y) > 1) scrollTo({ left: x, top: y, behavior: 'instant' });
      if (Math.abs(scrollY - y) > 1 || document.readyState !== 'complete') {
        if (performance.now() < until) requestAnimationFrame(step);
      }
    };
    requestAnimationFrame(step);
  }

  function talk(origins) {
    const MOST_PARTS = 2000;
    const LONGEST = 300;
    let parts = [];

    const send = (message) => {
      for (const origin of origins) parent.postMessage({ plinth: 'page', ...message }, origin);
    };
    const textOf = (element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, LONGEST);
    const addressOf = () => (location.pathname + location.search + location.hash).slice(0, 2000);

    let last = '';
    const report = () => {
      const now = JSON.stringify([isDown(), addressOf(), document.title]);
      if (now === last) return;
      last = now;
      send({ type: isDown() ? 'down' : 'here', address: addressOf(), title: document.title.slice(0, 200) });
    };
    addEventListener('DOMContentLoaded', report);
    addEventListener('load', report);
    addEventListener('pageshow', () => {
      last = '';
      report();
    });
    addEventListener('popstate', report);
    addEventListener('hashchange', report);
    window.navigation?.addEventListener('currententrychange', () => setTimeout(report, 50));

    /** The element that a text stands in as a whole: a paragraph, not the word of it in bold. */
    function blockOf(element) {
      let block = element;
      while (block.parentElement && getComputedStyle(block).display.startsWith('inline'))
        block = block.parentElement;
      return block;
    }
    const hasText = (element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');

    /** What a click means: an image, or the text of a block; undefined between them. */
    function partOf(target) {
      if (!(target instanceof Element)) return undefined;
      const named = target.closest('[data-plinth]');
      const image = target.closest('picture')?.querySelector('img') ?? target.closest('img');
      const place = named?.getAttribute('data-plinth')?.slice(0, 600);
      if (image) {
        const shown = {
          image: (image.currentSrc || image.src).slice(0, 2000),
          text: image.alt.slice(0, LONGEST),
        };
        return { element: image, ...shown, ...(place && { place }) };
      }
      const block = blockOf(target);
      if (named && (named.contains(block) || block.contains(named))) {
        return { element: named, text: textOf(named), place };
      }
      return hasText(block) || (target !== block && hasText(target))
        ? { element: block, text: textOf(block) }
        : undefined;
    }

    /** What the page shows, in its order. */
    function collect() {
      const seen = new Set();
      const found = [];
      const add = (part) => {
        if (!part || seen.has(part.element) || found.length >= MOST_PARTS) return;
        seen.add(part.element);
        if (part.element.checkVisibility?.() !== false) found.push(part);
      };
      for (const named of document.querySelectorAll('[data-plinth]')) {
        add({ element: named, text: textOf(named), place: named.getAttribute('data-plinth').slice(0, 600) });
      }
      const walker = document.createTreeWalker(
        document.body,
        NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
        (node) => {
          if (node.nodeType === Node.TEXT_NODE)
            return node.data.trim() === '' ? NodeFilter.FILTER_SKIP : NodeFilter.FILTER_ACCEPT;
          if (/^(?:SCRIPT|STYLE|TEMPLATE|NOSCRIPT)$/.test(node.nodeName)) return NodeFilter.FILTER_REJECT;
          return node.nodeName === 'IMG' ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP;
        },
      );
      while (walker.nextNode() && found.length < MOST_PARTS) {
        const node = walker.currentNode;
        add(partOf(node.nodeType === Node.TEXT_NODE ? node.parentElement : node));
      }
      return found;
    }

    /** A frame over a part of the page, which changes nothing of the page. */
    function frame(color, width) {
      const box = document.createElement('div');
      box.setAttribute('aria-hidden', 'true');
      Object.assign(box.style, {
        ...{ position: 'absolute', display: 'none', zIndex: '2147483647', pointerEvents: 'none' },
        ...{ boxSizing: 'border-box', margin: '0', borderRadius: '3px', border: `${width} solid ${color}` },
      });
      let around;
      const draw = () => {
        const isShown = around?.isConnected ?? false;
        box.style.display = isShown ? 'block' : 'none';
        if (!isShown) return;
        const { left, top, width: wide, height } = around.getBoundingClientRect();
        Object.assign(box.style, {
          ...{ left: `${left + scrollX - 4}px`, top: `${top + scrollY - 4}px` },
          ...{ width: `${wide + 8}px`, height: `${height + 8}px` },
        });
      };
      for (const sign of ['scroll', 'resize']) addEventListener(sign, draw, { passive: true, capture: true });
      return (element) => {
        around = element;
        if (element && !box.isConnected) document.documentElement.append(box);
        draw();
      };
    }
    const mark = frame('rgb(31 111 235 / 45%)', '1px');
    const outline = frame('rgb(31 111 235)', '2px');

    const CONTROLS =
      'button, input, select, textarea, summary, label, option, video, audio, [contenteditable]';
    const isControl = (target) => target instanceof Element && target.closest(CONTROLS) !== null;
    const linkOf = (target) => (target instanceof Element ? target.closest('a[href]') : null);

    addEventListener('pointerover', ({ target, altKey }) => {
      const isFree = altKey || (!isControl(target) && !linkOf(target));
      mark(isFree ? partOf(target)?.element : undefined);
    });
    document.addEventListener('pointerleave', () => mark(undefined));

    /** Links stay in the preview, or are shown by the admin to be opened elsewhere. */
    function follow(event, link) {
      if (!URL.canParse(link.href)) return;
      const { origin, protocol, pathname, search, hash, href } = new URL(link.href);
      if (protocol !== 'http:' && protocol !== 'https:') return;
      const isHere = origin === location.origin;
      if (isHere && (link.target === '' || link.target === '_self')) return;
      event.preventDefault();
      if (isHere || origin === site) location.assign(pathname + search + hash);
      else send({ type: 'outside', href: href.slice(0, 2000) });
    }

    addEventListener(
      'click',
      (event) => {
        const { target, altKey } = event;
        if (!event.isTrusted || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey)
          return;
        const link = linkOf(target);
        if (link && !altKey) return follow(event, link);
        if (isControl(target) && !altKey) return;
        const part = partOf(target);
        if (!part) return;
        if (altKey) {
          event.preventDefault();
          event.stopPropagation();
        }
        const { element, ...shown } = part;
        outline(element);
        send({ type: 'clicked', address: addressOf(), ...shown });
      },
      true,
    );

    addEventListener('message', ({ source, origin, data }) => {
      if (source !== parent || !origins.includes(origin) || data?.plinth !== 'admin') return;
      if (data.type === 'parts' && Number.isSafeInteger(data.round)) {
        parts = collect();
        const sent = parts.map(({ element: _element, ...shown }) => shown);
        send({ type: 'parts', round: data.round, address: addressOf(), parts: sent });
      } else if (data.type === 'show') {
        const element = Number.isSafeInteger(data.at) ? parts[data.at]?.element : undefined;
        outline(element);
        const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
        if (element && (top < 0 || bottom > innerHeight)) {
          const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
          element.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' });
        }
      }
    });
  }
})();
