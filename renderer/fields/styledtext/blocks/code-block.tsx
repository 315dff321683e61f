/** A block of code with its language, which is stored as the class `language-…`. */
import Code from '@tiptap/extension-code-block';
import { NodeViewContent, type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react';
import { useContext } from 'react';
import { EditorContext } from '../editor-context';
import classes from './blocks.module.css';

const texts = { label: 'Language of the code', none: 'Plain text' };

const LANGUAGES: Readonly<Record<string, string>> = {
  bash: 'Bash',
  c: 'C',
  cpp: 'C++',
  csharp: 'C#',
  css: 'CSS',
  diff: 'Diff',
  go: 'Go',
  html: 'HTML',
  java: 'Java',
  javascript: 'JavaScript',
  json: 'JSON',
  jsx: 'JSX',
  kotlin: 'Kotlin',
  markdown: 'Markdown',
  php: 'PHP',
  python: 'Python',
  ruby: 'Ruby',
  rust: 'Rust',
  scss: 'SCSS',
  sql: 'SQL',
  swift: 'Swift',
  toml: 'TOML',
  tsx: 'TSX',
  typescript: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
};

function CodeBlockView({ node, updateAttributes }: NodeViewProps) {
  const { locked } = useContext(EditorContext);
  const language = typeof node.attrs.language === 'string' ? node.attrs.language : '';
  return (
    <NodeViewWrapper className={classes.code}>
      <select
        className={classes.language}
        contentEditable={false}
        aria-label={texts.label}
        title={texts.label}
        value={language}
        disabled={locked}
        onChange={({ currentTarget }) => updateAttributes({ language: currentTarget.value || null })}
      >
        <option value="">{texts.none}</option>
        {language !== '' && LANGUAGES[language] === undefined && <option value={language}>{language}</option>}
        {Object.entries(LANGUAGES).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <pre dir="ltr">
        <NodeViewContent<'code'> as="code" />
      </pre>
    </NodeViewWrapper>
  );
}

export const CodeBlock = Code.extend({ addNodeView: () => ReactNodeViewRenderer(CodeBlockView) });
