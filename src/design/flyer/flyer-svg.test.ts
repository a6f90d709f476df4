// @vitest-environment jsdom
import * as fc from '~tests/support/fast-check'
import { describe, expect, it } from 'vitest'
import { composeFlyer } from './compose-flyer'
import { createFlyerSvg } from './flyer-svg'
import { RECIPE_NAMES } from './pictures/recipes'
import { CAP_HEIGHT } from './title-layout'

async function fingerprint(markup: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(markup))
  return Buffer.from(digest).toString('hex').slice(0, 16)
}

function parse(svg: string): Document {
  const withNamespace = svg.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
  return new DOMParser().parseFromString(withNamespace, 'image/svg+xml')
}

function elementNames(svg: string): Set<string> {
  return new Set(Array.from(parse(svg).querySelectorAll('*'), (element) => element.localName))
}

const DRAWN = new Set(['svg', 'defs', 'clipPath', 'rect', 'g', 'path', 'circle', 'text'])
const anyTitle = fc.oneof(fc.string({ unit: 'binary', maxLength: 80 }), fc.string({ maxLength: 200 }))

describe('artwork stability: the artwork of an event must never change', () => {
  it.each([
    ['phase', '0847190ca637f799'],
    ['moire', 'ab8f3780946192d0'],
    ['steps', '4e237b0d86166a94'],
    ['halftone', 'a8af8b3e4e55babd'],
    ['hazard', '57ffeb16bd1aa8cd'],
    ['waves', 'b33b72d94003638d'],
    ['tiles', '6b16f8df145541ac'],
    ['strobe', '07e6b64f33dab90c'],
  ] as const)('never changes the drawing of %s', async (recipe, hash) => {
    expect(await fingerprint(createFlyerSvg('Low Ceiling', { recipe }))).toBe(hash)
  })

  it.each([
    ['Low Ceiling', '02db47eb0e920cd4', '5a7451a3f920515e'],
    ['Night Bus To Nowhere', 'ef8895fd562f4826', '15f9a69e9a715fab'],
    ['Dust & Diamonds', '22e721c667c4042d', '5d91ef91be337d82'],
    ['', 'bb718cb8a8ebd30d', 'c566aeaa436d4b8b'],
  ])('never changes the drawing of “%s”, tall and wide', async (title, tall, wide) => {
    expect(await fingerprint(createFlyerSvg(title))).toBe(tall)
    expect(await fingerprint(createFlyerSvg(title, { width: 1200, height: 630 }))).toBe(wide)
  })

  it.each(['Long Way Home', 'Low Ceiling', 'Dancing in the Dark Matter', 'A'])(
    'keeps the small print of a wide “%s” clear of its title',
    (title) => {
      const { texts } = composeFlyer(title, { width: 1200, height: 630, meta: ['Sat 12 Dec', '22:00'] })
      const print = texts.filter(({ weight }) => weight === 600)
      const top = Math.min(
        ...texts.filter(({ weight }) => weight === 800).map(({ y, size }) => y - size * CAP_HEIGHT),
      )
      expect(print).toHaveLength(2)
      for (const { y } of print) expect(y).toBeLessThan(top)
    },
  )

  it('returns the same markup for the same call', () => {
    fc.assert(fc.property(anyTitle, (title) => createFlyerSvg(title) === createFlyerSvg(title)))
  })
})

describe('hostile titles', () => {
  it.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '</text><a href="javascript:x">',
    '&lt;b&gt;',
    ']]>',
  ])('prints %s as text', (title) => {
    const svg = createFlyerSvg(title)
    expect(Array.from(elementNames(svg)).filter((name) => !DRAWN.has(name))).toEqual([])
    const printed = Array.from(parse(svg).querySelectorAll('text'), (text) => text.textContent).join(' ')
    expect(printed).toBe(title.toUpperCase())
  })

  it('is well-formed XML of known elements for any title and small print', () => {
    fc.assert(
      fc.property(anyTitle, anyTitle, (title, note) => {
        const names = elementNames(createFlyerSvg(title, { meta: [note, note] }))
        return Array.from(names).every((name) => DRAWN.has(name))
      }),
    )
  })

  it('draws finite numbers only, in every picture and shape', () => {
    const shape = fc.record({
      width: fc.integer({ min: 100, max: 1600 }),
      height: fc.integer({ min: 100, max: 1600 }),
      recipe: fc.constantFrom(...RECIPE_NAMES),
      hasTitle: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), shape, (title, options) => {
        const withoutWords = createFlyerSvg(title, options).replaceAll(/>[^<]*<\/text>/g, '')
        return !/NaN|Infinity|undefined|null/.test(withoutWords)
      }),
    )
  })

  it('escapes an id in its attribute', () => {
    expect(createFlyerSvg('x', { id: '"><script>' })).not.toContain('script>')
  })
})

describe('ids', () => {
  it('differ between drawings with different clipping', () => {
    const ids = [
      createFlyerSvg('Sub'),
      createFlyerSvg('Sub', { meta: ['Sat 5 Dec'] }),
      createFlyerSvg('Sub', { hasTitle: false }),
      createFlyerSvg('Sub', { width: 300 }),
      createFlyerSvg('Sub', { recipe: 'tiles' }),
    ].map((svg) => parse(svg).querySelector('clipPath')?.id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('match every reference', () => {
    const document = parse(createFlyerSvg('Sub', { recipe: 'hazard', id: '_r_1_' }))
    const clipped = Array.from(document.querySelectorAll('[clip-path]'), (element) =>
      element.getAttribute('clip-path'),
    )
    expect(clipped).toEqual(['url(#_r_1_)', 'url(#_r_1_c)'])
    for (const reference of clipped) {
      expect(document.querySelector(`clipPath${reference?.slice(4, -1)}`)).not.toBeNull()
    }
  })
})

it('prints the small print at both ends of the top', () => {
  const texts = Array.from(
    parse(createFlyerSvg('Sub', { meta: ['Sat 5 Dec', '23:00'] })).querySelectorAll('text'),
  )
  const [left, right] = texts.slice(-2)
  expect(left?.textContent).toBe('Sat 5 Dec')
  expect(right?.textContent).toBe('23:00')
  expect(right?.getAttribute('text-anchor')).toBe('end')
})

it('is hidden from screen readers and small in bytes', () => {
  const svg = createFlyerSvg('Dancing in the Dark Matter')
  expect(svg).toContain('aria-hidden="true"')
  expect(parse(svg).querySelectorAll('*').length).toBeLessThanOrEqual(20)
})
