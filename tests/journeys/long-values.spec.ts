import type { Page } from '@playwright/test'
import { expectNoSidewaysScroll } from './support/accessibility'
import { withDatabase } from './support/database'
import { expect, test } from './support/journey'

const WIDTHS = [320, 390, 1024, 1280]

/** [person, page]; {event}, {person} and {booking} are rows of the demo. */
const screens = [
  ['admin', '/admin/users'],
  ['admin', '/admin/users/{person}'],
  ['admin', '/admin/users/{person}?tab=orders'],
  ['admin', '/admin/invitations'],
  ['admin', '/admin/invitations?tab=requests'],
  ['admin', '/admin/invitations?tab=tree'],
  ['admin', '/admin/bookings'],
  ['admin', '/admin/audit'],
  ['mara', '/dashboard/bookings'],
  ['mara', '/dashboard/network'],
  ['mara', '/dashboard/members'],
  ['mara', '/dashboard/invitations'],
  ['mara', '/dashboard/settings'],
  ['jonas', '/dashboard/events'],
  ['jonas', '/dashboard/events/{event}/guests'],
  ['jonas', '/dashboard/events/{event}/guests?tab=guests'],
  ['jonas', '/dashboard/events/{event}/analytics'],
  ['jonas', '/dashboard/events/{event}/edit'],
  ['customer', '/customer/dashboard?tab=orders'],
] as const

for (const [person, address] of screens) {
  test(`DA-01 values of 80 characters break nothing on ${address}`, async ({ enterAs }) => {
    test.slow()
    const { page } = await enterAs(person)
    await page.goto(await filled(address))
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    await lengthen(page)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(page, `${address} at ${width} px`)
      expect(await cutActions(page), `cut at ${width} px`).toEqual([])
    }
  })
}

async function filled(address: string): Promise<string> {
  const ids = await withDatabase(async (ask) => {
    const [event] = await ask<{ id: string }>("select id from events where title = 'Low Ceiling'")
    const [person] = await ask<{ id: string }>("select id from profiles where full_name = 'Mara Voss'")
    return { event: event?.id ?? '', person: person?.id ?? '' }
  })
  return address.replace('{event}', ids.event).replace('{person}', ids.person)
}

/** Writes 80 characters without a space where people write text: in the cells of tables and the names in lists, but not in dates, counts and controls. */
async function lengthen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const long = 'wolfeschlegelsteinhausenbergerdorff.'.repeat(3).slice(0, 66) + '@mail.example'
    const fixed =
      'button, .btn, .chip, .bdg, .tab, time, .nw, label, nav, option, .sr, svg, .num, .code, .code-cells, [role=tab]'
    const walker = document.createTreeWalker(
      document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    )
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (!(node instanceof Text)) continue
      const parent = node.parentElement
      const isFree = parent?.closest('td, tbody th, li b, li a') && !parent.closest(fixed)
      if (isFree && /\p{L}{3}/u.test(node.data) && !/\d/.test(node.data)) node.data = long
    }
  })
}

/** The buttons and links of rows that reach past the edge of the page or are covered, by their words. */
function cutActions(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main :is(td, li) :is(button, .btn)')]
      .filter((button) => button.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((button) => button.closest('.chips, [role=tablist]') === null)
      .filter((button) => {
        const { left, right } = button.getBoundingClientRect()
        const region = button.closest('.scroll-x')
        const isScroller = region !== null && getComputedStyle(region).overflowX !== 'visible'
        const box = isScroller ? region.getBoundingClientRect() : { left: 0, right: innerWidth }
        return right - left > 2 && (left < box.left - 1 || right > box.right + 1)
      })
      .map((button) => button.getAttribute('aria-label') ?? button.textContent ?? ''),
  )
}
