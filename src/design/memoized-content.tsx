import { type ComponentType, createElement, type ReactElement, type ReactNode } from 'react'

type Render = (content: ReactElement) => string

// Registered by the server at start: the browser's bundle holds no renderer of HTML.
let render: Render | undefined

export function registerContentRenderer(renderer: Render | undefined): void {
  render = renderer
}

type Content = { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } }

// About 2 kB each.
const LIMIT = 1_000

/**
 * Returns a function that gives an element its content: `<article {...content(id, facts)} />`. The server renders the content of an
 * element once and reuses the HTML while its facts are equal; the browser renders, and hydrates, the component.
 *
 * The facts must be all that the component depends on, compared by value, so they hold no objects. It reads no context, and no id of
 * `useId` may be part of its HTML. Nothing that only one person may see belongs into it.
 */
export function memoizeContent<Facts extends Record<string, unknown>>(Component: ComponentType<Facts>) {
  const known = new Map<string, { facts: Facts; inner: { __html: string } }>()
  return (key: string, facts: Facts): Content => {
    if (render === undefined) return { children: createElement(Component, facts) }
    const found = known.get(key)
    if (found && isEqual(found.facts, facts)) return { dangerouslySetInnerHTML: found.inner }
    const html = render(createElement(Component, facts))
    // React asks for the preload of an eager picture from elsewhere, which belongs into the head of the page.
    if (html.startsWith('<link')) return { children: createElement(Component, facts) }
    const inner = { __html: html }
    if (known.size >= LIMIT) known.clear()
    known.set(key, { facts, inner })
    return { dangerouslySetInnerHTML: inner }
  }
}

function isEqual(left: Record<string, unknown>, right: Record<string, unknown>): boolean {
  for (const name in left) if (left[name] !== right[name]) return false
  for (const name in right) if (!(name in left)) return false
  return true
}
