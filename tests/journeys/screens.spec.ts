import type { Page } from '@playwright/test'
import { check, checkInBothThemes, desktop, expectNoSidewaysScroll } from './support/accessibility'
import { withDatabase } from './support/database'
import { expect, test } from './support/journey'
import { isLongRun } from '../support/long-run'

const WIDTHS = [320, 390, 1024, 1280]

interface Screen {
  id: string
  /** Names in braces are ids of the demo, see `findIds`. */
  path: string
  /** The level-one heading, for screens that could be confused with another one. */
  heading?: string | RegExp
  /** Also checks colors, in the light and the dark theme. Screens with this flag show most of the components. */
  inBothThemes?: true
  /** Also checks the screen with values of 80 characters in its table or list. */
  isLong?: true
}

const screens: Record<string, readonly Screen[]> = {
  visitor: [
    { id: 'L-01', path: '/', heading: 'Where DJs Connect', inBothThemes: true },
    { id: 'E-01', path: '/events', heading: 'Upcoming Events', inBothThemes: true },
    { id: 'E-01', path: '/events?view=list', heading: 'Upcoming Events' },
    { id: 'E-05', path: '/events?q=polka', heading: 'Upcoming Events' },
    { id: 'A-01', path: '/auth?tab=sign-in' },
    { id: 'A-02', path: '/auth?tab=sign-up' },
    { id: 'A-08', path: '/auth?tab=sign-in&way=code' },
    { id: 'A-01', path: '/auth/forgot', heading: 'Forgot your password?' },
    { id: 'A-04', path: '/auth/verify?token=none', heading: 'This link doesn’t work' },
    { id: 'L-01', path: '/request-invite', heading: 'Request an invite.' },
    { id: 'A-02', path: '/terms' },
    { id: 'N-02', path: '/privacy' },
    { id: 'N-02', path: '/accessibility' },
    { id: 'D-01', path: '/discover' },
    { id: 'P-01', path: '/dj/{dj}' },
    { id: 'R-08', path: '/nowhere', heading: 'Page not found' },
    { id: 'T-06', path: '/events/nothing', heading: 'Event not found' },
    { id: 'C-02', path: '/tickets/nothing' },
  ],
  customer: [
    { id: 'H-01', path: '/' },
    { id: 'C-01', path: '/customer/dashboard', heading: 'My Dashboard', inBothThemes: true },
    { id: 'C-05', path: '/customer/dashboard?tab=orders', heading: 'My Dashboard', isLong: true },
    { id: 'A-08', path: '/customer/settings', heading: 'Settings' },
    { id: 'R-06', path: '/dashboard' },
  ],
  mara: [
    { id: 'M-02 M-03 M-04', path: '/dashboard', heading: 'Dashboard' },
    { id: 'MT-01', path: '/dashboard/member-type-selection', heading: 'What do you do?' },
    { id: 'PR-01', path: '/dashboard/profile', heading: 'Profile' },
    { id: 'PR-01', path: '/dashboard/profile?tab=professional', heading: 'Profile', inBothThemes: true },
    { id: 'PR-01', path: '/dashboard/profile?tab=types', heading: 'Profile' },
    { id: 'NW-01', path: '/dashboard/network', heading: 'Network', isLong: true },
    { id: 'NW-01', path: '/dashboard/network?tab=pending', heading: 'Network' },
    { id: 'NW-01', path: '/dashboard/network?tab=sent', heading: 'Network' },
    { id: 'M-03', path: '/dashboard/members', heading: 'Browse Members', isLong: true },
    { id: 'M-03', path: '/dashboard/members?show=suggested', heading: 'Browse Members' },
    { id: 'M-03', path: '/dashboard/members/{person}' },
    { id: 'M-03', path: '/dashboard/members/nobody', heading: 'Member not found' },
  ],
  'mara at work': [
    { id: 'M-06', path: '/dashboard/bookings', heading: 'Bookings', inBothThemes: true, isLong: true },
    { id: 'M-06', path: '/dashboard/bookings?status=completed', heading: 'Bookings' },
    { id: 'M-06', path: '/dashboard/bookings?view=calendar', heading: 'Bookings' },
    { id: 'M-06', path: '/dashboard/bookings/{pending}' },
    { id: 'M-06', path: '/dashboard/bookings/{completed}' },
    { id: 'M-06', path: '/dashboard/invitations', heading: 'Invitations', isLong: true },
    { id: 'M-06', path: '/dashboard/settings', heading: 'Settings', isLong: true },
    { id: 'CH-01', path: '/dashboard/chat' },
  ],
  jonas: [
    { id: 'ME-01', path: '/dashboard/events', heading: 'My Events' },
    { id: 'R-07', path: '/dashboard/events/create', heading: /event/i },
    { id: 'R-07', path: '/dashboard/events/{event}/edit', heading: 'Low Ceiling', inBothThemes: true },
    { id: 'R-07', path: '/dashboard/events/{event}/preview', heading: 'Low Ceiling' },
    { id: 'ME-02', path: '/dashboard/events/{event}/analytics', inBothThemes: true, isLong: true },
    { id: 'ME-02', path: '/dashboard/events/{past}/analytics' },
    { id: 'R-07', path: '/dashboard/events/{event}/refunds', heading: 'Low Ceiling' },
    { id: 'R-07', path: '/dashboard/events/{event}/guests', isLong: true },
    { id: 'R-07', path: '/dashboard/events/{event}/guests?tab=guests', isLong: true },
    { id: 'R-07', path: '/dashboard/events/{event}/guests?tab=messages' },
    { id: 'T-02', path: '/waitlist', heading: /wait/i },
  ],
  admin: [
    { id: 'AD-03', path: '/admin', heading: 'Dashboard', inBothThemes: true },
    { id: 'AD-05', path: '/admin/users', heading: 'Users', inBothThemes: true, isLong: true },
    { id: 'AD-05', path: '/admin/users/{person}', isLong: true },
    { id: 'AD-05', path: '/admin/users/{person}?tab=audit' },
    { id: 'AD-05', path: '/admin/users/{person}?tab=tree' },
    { id: 'AD-05', path: '/admin/users/{buyer}?tab=orders', isLong: true },
    { id: 'AD-09', path: '/admin/invitations', heading: 'Invitations', isLong: true },
    { id: 'AD-09', path: '/admin/invitations?tab=requests', heading: 'Invitations', isLong: true },
    { id: 'AD-09', path: '/admin/invitations?tab=tree', heading: 'Invitations', isLong: true },
    { id: 'AD-10', path: '/admin/bookings', heading: 'Bookings', isLong: true },
    { id: 'AD-10', path: '/admin/bookings/{completed}' },
    { id: 'AD-09', path: '/admin/audit?period=all', heading: 'Audit log', isLong: true },
    { id: 'AD-04', path: '/admin/settings', heading: 'Settings' },
  ],
  moderator: [
    { id: 'CH-09', path: '/dashboard/moderation', heading: 'Moderation' },
    { id: 'CH-09', path: '/dashboard/moderation?tab=closed', heading: 'Moderation' },
  ],
}

for (const [person, all] of Object.entries(screens)) {
  // A normal run visits only the screens in both themes, which show most of the components.
  const visited = isLongRun ? all : all.filter(({ inBothThemes }) => inBothThemes)
  if (visited.length === 0) continue
  const ids = [...new Set(visited.flatMap(({ id }) => id.split(' ')))].join(' ')
  const mark = ['visitor', 'customer'].includes(person) ? '' : ' @long'
  test(`${ids} DA-01 the screens of ${person} are accessible and never scroll sideways${mark}`, async ({
    page: visitor,
    enterAs,
    faults,
  }) => {
    test.slow()
    faults.expect(/status of 404/)
    const page = person === 'visitor' ? visitor : (await enterAs(person.split(' ')[0] ?? '')).page
    const ids = await findIds()
    for (const screen of visited)
      await test.step(screen.path, () => checkScreen(page, { ...screen, path: fillIn(screen.path, ids) }))
  })
}

async function checkScreen(page: Page, { path, heading = /./, inBothThemes, isLong }: Screen): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: heading }).first()).toBeAttached()
  // Opens the tables of charts, which are part of the screen.
  for (const summary of await page.getByText('As a table').all()) await summary.click()
  await (inBothThemes ? checkInBothThemes(page, path) : check(page, path))
  if (!isLong) return
  // Some lists load after the page.
  await expect.soft.poll(() => lengthen(page), { message: `long values on ${path}` }).toBeGreaterThan(0)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page, `${path} with long values at ${width} px`)
    expect(await findCutActions(page), `actions of ${path} that are cut at ${width} px`).toEqual([])
  }
  await page.setViewportSize(desktop)
}

async function findIds(): Promise<Record<string, string>> {
  const [ids] = await withDatabase((ask) =>
    ask<Record<string, string>>(
      `select (select id from events where title = 'Low Ceiling') as event,
         (select id from events where title = 'Basement Weather') as past,
         (select id from profiles where full_name = 'Owen Faulk') as person,
         (select id from profiles where full_name = 'Priya Raman') as buyer,
         (select id from profiles where full_name = 'Juno Okafor') as dj,
         (select b.id from bookings b join profiles p on p.id = b.dj_id
           where p.full_name = 'Mara Voss' and status = 'pending' order by event_date limit 1) as pending,
         (select b.id from bookings b join profiles p on p.id = b.dj_id
           where p.full_name = 'Mara Voss' and status = 'completed' order by event_date limit 1) as completed`,
    ),
  )
  return ids ?? {}
}

const fillIn = (path: string, ids: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/, (_, key: string) => {
    const id = ids[key]
    if (!id) throw new Error(`the demo has no ${key}`)
    return id
  })

/**
 * Replaces user-written text in table cells and list names with 80 characters without a space, except in dates, counts
 * and controls. Returns how many were replaced.
 */
function lengthen(page: Page): Promise<number> {
  return page.evaluate(() => {
    const long = 'wolfeschlegelsteinhausenbergerdorff.'.repeat(3).slice(0, 66) + '@mail.example'
    const fixed =
      'button, .button, .chip, .badge, .tab, time, .no-wrap, label, nav, option, .visually-hidden, svg, .code, .code-cells, [role=tab]'
    const walker = document.createTreeWalker(
      document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    )
    let count = 0
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (!(node instanceof Text)) continue
      const parent = node.parentElement
      const isFree = parent?.closest('td, tbody th, li b, li a') && !parent.closest(fixed)
      if (!isFree || !/\p{L}{3}/u.test(node.data) || /\d/.test(node.data)) continue
      node.data = long
      count += 1
    }
    return count
  })
}

/** Returns the labels of buttons and links in rows that are cut off by the edge of the page or their scroller. */
function findCutActions(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main :is(td, li) :is(button, .button)')]
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
