// Visits a screen on all sides at once: opens it, brings it into its state, takes screenshots and compares them.
import { compare, resize, scrollThrough, settle, takeScreenshots, watchRequests } from './pictures.mjs'
import { people } from './people.mjs'
import { ADDRESS } from './sides.mjs'

/** Differing screenshots are retaken, because one may have been too early. */
const ATTEMPTS = 3
const ACT_MS = 20_000

/**
 * Visits the screen on every side. Calls `onStep(name, pictures, results)` for each state: screenshots of each side by
 * width and theme, and the differences between the sides.
 */
export async function visit(sides, screen, { now, widths, themes, onStep }) {
  const width = screen.widths?.[0] ?? widths[0]
  const pages = await Promise.all(sides.map((side) => openPage(side, screen, { now, width })))
  const runs = pages.map((page) => statesOf(screen, page))
  try {
    for (;;) {
      const states = await Promise.all(runs.map((run, index) => withName(sides[index], run.next())))
      if (states.every(({ done }) => done)) return
      const { name = '', widths: own = widths, mask } = states[0].value
      const options = { widths: own.filter((one) => widths.includes(one)), themes, mask }
      await onStep(name ? `${screen.name}-${name}` : screen.name, await comparePages(sides, pages, options))
    }
  } finally {
    // After an error, this runs the `finally` block of each screen, which reverts what the screen changed.
    await Promise.allSettled(runs.map((run) => run.return()))
    await Promise.all(pages.map(({ page }) => page.close()))
  }
}

async function withName({ name }, work) {
  try {
    return await work
  } catch (error) {
    error.message = `(${name}) ${error.message}`
    throw error
  }
}

async function comparePages(sides, pages, options) {
  for (let attempt = 1; ; attempt += 1) {
    const pictures = await Promise.all(
      pages.map(({ page, requests, maskOf }, index) =>
        withName(sides[index], takeScreenshots(page, requests, { ...options, mask: maskOf(options.mask) })),
      ),
    )
    const [after, before] = pictures
    const results = new Map()
    if (before !== undefined)
      for (const [key, picture] of after) results.set(key, await compare(before.get(key), picture))
    const isEqual = [...results.values()].every(({ share }) => share === 0)
    if (isEqual || attempt === ATTEMPTS) return { after, before, results }
  }
}

async function openPage(side, screen, { now, width }) {
  const context = await contextOf(side, screen.as)
  const page = await context.newPage()
  await resize(page, width)
  page.setDefaultTimeout(ACT_MS)
  await page.clock.setFixedTime(now)
  const requests = watchRequests(page)
  const tools = {
    page,
    memory: side.memory,
    dataDir: side.dataDir,
    now,
    requests,
    settle: () => settle(page, requests),
    call: (method, path, body) => callApi(page, method, path, body),
    emailedLink: (email, pattern) => findEmailedLink(page, email, pattern),
    open: async (path) => {
      await page.goto(ADDRESS + (await fillIn(path, tools)), { timeout: 30_000 })
      await settle(page, requests)
      await scrollThrough(page)
    },
    press: async (...names) => {
      for (const name of names) {
        await control(page, name).click()
        await settle(page, requests)
      }
    },
    // Masks content that depends on time or chance: countdowns and ticket secrets, also behind a dialog.
    maskOf: (more = []) => [
      page.getByRole('timer', { includeHidden: true }),
      page.getByRole('img', { name: /QR code/, includeHidden: true }),
      ...more.map((find) => find(page)),
    ],
  }
  return tools
}

async function contextOf(side, as) {
  const known = side.contexts.get(as)
  if (known) return known
  const context = await side.browser.newContext({
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  side.contexts.set(as, context)
  const enter = people[as]
  if (enter) {
    const page = await context.newPage()
    await enter((method, path, body) => callApi(page, method, path, body), side)
    await page.close()
  }
  return context
}

/** Calls the API as our pages do, with an object or a picture, and returns the response. */
async function callApi(page, method, path, body) {
  if (!page.url().startsWith(ADDRESS)) await page.goto(`${ADDRESS}/robots.txt`)
  const isPicture = Buffer.isBuffer(body)
  const content = isPicture ? body.toString('base64') : body && JSON.stringify(body)
  const { status, text } = await page.evaluate(
    async ([address, method, content, isPicture]) => {
      const data = isPicture ? Uint8Array.from(atob(content), (byte) => byte.charCodeAt(0)) : content
      const type = isPicture ? 'image/png' : 'application/json'
      const answer = await fetch(address, {
        method,
        ...(data && { headers: { 'content-type': type }, body: data }),
      })
      return { status: answer.status, text: await answer.text() }
    },
    [`/api/v1/${path}`, method, content, isPicture],
  )
  if (status >= 400) throw new Error(`${method} ${path} answers ${status}: ${text}`)
  return JSON.parse(text)
}

const EMAIL_MS = 40_000

/** Waits for a demo email to this address with a link like `pattern`, newest first, and returns the link. */
async function findEmailedLink(page, email, pattern) {
  if (!page.url().startsWith(ADDRESS)) await page.goto(`${ADDRESS}/robots.txt`)
  const read = (path) => page.evaluate(async (address) => (await fetch(address)).text(), path)
  for (const end = performance.now() + EMAIL_MS; performance.now() < end;) {
    const rows = (await read('/dev/mail')).split('<li>').filter((row) => row.includes(`To ${email}`))
    for (const row of rows) {
      const frame = await read(/href="(\/dev\/mail\/[^"]+)"/.exec(row)[1])
      const [, raw] = /src="(\/dev\/mail\/[^"]+)"/.exec(frame) ?? []
      const link = pattern.exec(raw === undefined ? frame : await read(raw))
      if (link) return link[0].replaceAll('&amp;', '&')
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error(`No email to ${email} has a link like ${pattern}.`)
}

async function* statesOf(screen, tools) {
  if (screen.states) {
    for await (const state of screen.states(tools)) {
      await tools.settle()
      yield typeof state === 'string' ? { ...screen, name: state } : { ...screen, ...state }
    }
    return
  }
  await tools.open(screen.path)
  await tools.press(...(screen.press ?? []))
  yield { ...screen, name: '' }
}

/** Finds the first visible control with this name; a string must match the full name. */
function control(page, name) {
  const roles = ['button', 'menuitem', 'link', 'tab', 'radio', 'combobox']
  return roles
    .map((role) => page.getByRole(role, { name, exact: true }))
    .reduce((all, one) => all.or(one))
    .filter({ visible: true })
    .first()
}

/** Replaces `{kind:name}` in a path with the id of the demo row with this name. */
async function fillIn(path, tools) {
  let filled = path
  for (const [whole, kind, name] of path.matchAll(/\{(\w+):([^}]+)\}/g))
    filled = filled.replace(whole, await finders[kind](tools, name))
  return filled
}

const finders = {
  event: async ({ call }, title) => {
    const named = (events) => events.find((event) => event.title === title)?.id
    const { events } = await call('GET', `events?q=${encodeURIComponent(title)}`)
    if (named(events)) return named(events)
    const { upcoming, past } = await call('GET', 'me/events')
    return found(named([...upcoming, ...past]), title)
  },
  dj: async ({ call }, name) =>
    found((await call('GET', `djs?q=${encodeURIComponent(name)}`)).djs[0]?.id, name),
  member: async ({ call }, name) =>
    found((await call('GET', `members?q=${encodeURIComponent(name)}`)).members[0]?.person.id, name),
  room: async ({ call }, name) => {
    const { rooms } = await call('GET', `chat/rooms?search=${encodeURIComponent(name)}`)
    return found(rooms.find((room) => room.name === name)?.id, name)
  },
  // Finds the first booking with a status, such as pending.
  booking: async ({ call }, status) => {
    const period = ['pending', 'confirmed'].includes(status) ? 'ahead' : 'past'
    return found((await call('GET', `bookings?period=${period}&status=${status}`)).bookings[0]?.id, status)
  },
  bookingToAnswer: async ({ call }, name) => found((await call('GET', 'bookings/counts')).next?.id, name),
  user: async ({ call }, name) =>
    found((await call('GET', `admin/users?q=${encodeURIComponent(name)}`)).users[0]?.id, name),
  anyBooking: async ({ call }, status) =>
    found((await call('GET', `admin/bookings?status=${status}`)).bookings[0]?.id, status),
  // Finds the newest payment with a status, such as approved.
  payment: async ({ call }, status) =>
    found(
      (await call('GET', 'admin/payments')).payments.find((payment) => payment.status === status)?.reference,
      status,
    ),
}

function found(id, name) {
  if (id === undefined) throw new Error(`The demo has no ${name}.`)
  return id
}
