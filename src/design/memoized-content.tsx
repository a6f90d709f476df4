import { type ComponentType, createElement, type ReactElement, type ReactNode } from 'react'

/**
 * Renders content to HTML once. Returns a function that yields this HTML for one page; undefined when the HTML may not
 * be reused.
 */
export type ContentRenderer = (content: ReactElement) => (() => string) | undefined

// Registered by the server at startup: the browser bundle contains no HTML renderer.
let render: ContentRenderer | undefined

export function registerContentRenderer(renderer: ContentRenderer | undefined): void {
  render = renderer
}

type Content = { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } }

/**
 * Returns a function that gives an element its content: `<article {...content(key, props)} />`. The server renders a
 * key once and reuses the HTML while its props are equal. The browser renders and hydrates the component. Props must be
 * plain data and the component's only input: it must not read context or call `useId`. The cache is cleared when it
 * holds `limit` keys.
 */
export function memoizeContent<Props extends object>(Component: ComponentType<Props>, limit: number) {
  const known = new Map<string, { props: Props; getHtml: () => string }>()
  return (key: string, props: Props): Content => {
    const found = known.get(key)
    if (found && isEqual(found.props, props)) return { dangerouslySetInnerHTML: { __html: found.getHtml() } }
    const getHtml = render?.(createElement(Component, props))
    if (getHtml === undefined) return { children: createElement(Component, props) }
    if (known.size >= limit) known.clear()
    known.set(key, { props, getHtml })
    return { dangerouslySetInnerHTML: { __html: getHtml() } }
  }
}

function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (!isObject(left) || !isObject(right)) return false
  const names = Object.keys(left)
  return names.length === Object.keys(right).length && names.every((name) => isEqual(left[name], right[name]))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
