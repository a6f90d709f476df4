import { classNames } from '~/design/class-names'
import {
  type ReactNode,
  useEffect,
  useRef,
  Suspense,
  type RefObject,
  useState,
  useSyncExternalStore,
} from 'react'
import styles from './settings.module.css'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { CatchBoundary, type ErrorComponentProps, useRouterState } from '@tanstack/react-router'
import { Button } from '~/design/button'
import { Skeleton } from '~/design/skeleton'
import { getErrorMessage } from '~/platform/rpc/errors'

// Top of a thin band in the window, as a share of its height. The section in this band counts as the one being read.
const BAND_TOP = 0.15

const BAND = `-${BAND_TOP * 100}% 0px -80% 0px`

const INPUTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

const subscribeToNothing = () => () => undefined

interface CurrentSection {
  id: string | undefined
  /**
   * Call when a link to a section is pressed, even if the URL already names that section. It is then the current
   * section, wherever the page was scrolled.
   */
  onPick: () => void
  /** An empty element after the last section, which may be too short to reach the band. */
  end: RefObject<HTMLDivElement | null>
}

export interface SettingsSection {
  /** The fragment of the section's URL, after the #. */
  id: string
  title: string
  about?: string
  /** The state of the section, at the end of its title. */
  badge?: ReactNode
  content: ReactNode
}

export function SettingsPage({ sections }: { sections: readonly SettingsSection[] }) {
  const { id: current, onPick, end } = useCurrentSection(sections.map(({ id }) => id))
  const nav = useRef<HTMLElement>(null)
  // On a phone, the links to the sections are a strip that scrolls sideways. Keeps the current link visible.
  useEffect(() => {
    const strip = nav.current
    const link = strip?.querySelector<HTMLElement>(`a[href="#${current}"]`)
    if (strip && link) strip.scrollLeft = link.offsetLeft - (strip.clientWidth - link.offsetWidth) / 2
  }, [current])
  return (
    <>
      <h1 className={classNames('title-1', styles.title)}>Settings</h1>
      <div className={styles.columns}>
        <nav className={styles.links} aria-label="Sections" ref={nav}>
          {sections.map(({ id, title }) => (
            <a key={id} href={`#${id}`} aria-current={id === current ? 'true' : undefined} onClick={onPick}>
              {title}
            </a>
          ))}
        </nav>
        <div>
          {sections.map(({ id, title, about, badge, content }) => (
            <section
              key={id}
              id={id}
              className={classNames('form-part', styles.section)}
              aria-labelledby={`${id}-title`}
            >
              <header>
                <div className="row between">
                  <h2 className="title-2" id={`${id}-title`}>
                    {title}
                  </h2>
                  {badge}
                </div>
                {about !== undefined && <p className="small muted">{about}</p>}
              </header>
              <SectionBoundary>{content}</SectionBoundary>
            </section>
          ))}
          <div ref={end} />
        </div>
      </div>
    </>
  )
}

function SectionBoundary({ children }: { children: ReactNode }) {
  return (
    <div className="form-part-fields" tabIndex={-1}>
      <CatchBoundary getResetKey={() => ''} errorComponent={SectionFailed}>
        <Suspense fallback={<SectionLoading />}>{children}</Suspense>
      </CatchBoundary>
    </div>
  )
}

function SectionFailed({ error, reset }: ErrorComponentProps) {
  const queries = useQueryErrorResetBoundary()
  return (
    <>
      <p role="alert">{getErrorMessage(error)}</p>
      <Button
        className={styles.retry}
        onClick={({ currentTarget }) => {
          // Pressing the button removes it: keep the focus in the section.
          currentTarget.closest<HTMLElement>('.form-part-fields')?.focus()
          // Resets the queries first: the sections would otherwise mount with the old errors.
          queries.reset()
          reset()
        }}
      >
        Try again
      </Button>
    </>
  )
}

function SectionLoading() {
  return (
    <>
      <Skeleton height="var(--control)" />
      <output className="visually-hidden">Loading</output>
    </>
  )
}

/**
 * Returns the current section: the one in the URL (else the first) until the person scrolls, then the visible one.
 * Without IntersectionObserver, only the URL counts. `ids` are in page order.
 */
function useCurrentSection(ids: readonly string[]): CurrentSection {
  const named = useSectionFromUrl(ids)
  const [picks, setPicks] = useState(0)
  const [seen, setSeen] = useState<{ id: string; since: string }>()
  const end = useRef<HTMLDivElement>(null)
  const all = ids.join(' ')
  // A changed URL or a pressed link discards earlier observations.
  const since = `${picks} ${named} ${all}`
  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined') return undefined
    const order = all.split(' ')
    const inBand = new Set<string>()
    let hasObserved = false
    let isAtEnd = false
    let hasInput = false
    let isScrolled = false
    const updateSeen = () => {
      const read =
        order.findLast((section) => inBand.has(section)) ??
        (hasObserved ? findSectionOutsideBand(order) : undefined)
      const id = isAtEnd ? order.at(-1) : read
      if (isScrolled && id !== undefined) setSeen({ id, since })
    }
    const band = new IntersectionObserver(
      (entries) => {
        hasObserved = true
        for (const { target, isIntersecting } of entries) inBand[isIntersecting ? 'add' : 'delete'](target.id)
        updateSeen()
      },
      { rootMargin: BAND },
    )
    const atEnd = new IntersectionObserver((entries) => {
      isAtEnd = entries.at(-1)?.isIntersecting ?? isAtEnd
      updateSeen()
    })
    for (const id of order) {
      const section = document.querySelector(`#${CSS.escape(id)}`)
      if (section) band.observe(section)
    }
    if (end.current) atEnd.observe(end.current)
    // Counts scrolling only after an input: the page also scrolls by itself, to the section in the URL.
    const trackInput = () => (hasInput = true)
    const noteScroll = () => {
      if (!hasInput || isScrolled) return
      isScrolled = true
      updateSeen()
    }
    for (const input of INPUTS) document.addEventListener(input, trackInput, { passive: true })
    document.addEventListener('scroll', noteScroll, { passive: true })
    return () => {
      band.disconnect()
      atEnd.disconnect()
      for (const input of INPUTS) document.removeEventListener(input, trackInput)
      document.removeEventListener('scroll', noteScroll)
    }
  }, [all, since])
  return {
    id: seen?.since === since ? seen.id : (named ?? ids[0]),
    onPick: () => setPicks((count) => count + 1),
    end,
  }
}

/**
 * Returns the current section while none is in the band: the first if the band is above all sections, the last if it
 * is below all, undefined if it is between two.
 */
function findSectionOutsideBand(order: readonly string[]): string | undefined {
  const findBox = (id: string | undefined) =>
    id === undefined ? undefined : document.querySelector(`#${CSS.escape(id)}`)?.getBoundingClientRect()
  const band = window.innerHeight * BAND_TOP
  const [first, last] = [order[0], order.at(-1)]
  if ((findBox(first)?.top ?? 0) > band) return first
  return (findBox(last)?.bottom ?? band) < band ? last : undefined
}

/** Returns the section in the URL. The server never receives the fragment. */
function useSectionFromUrl(ids: readonly string[]): string | undefined {
  const isBrowser = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  const hash = useRouterState({ select: ({ location }) => location.hash })
  return isBrowser ? ids.find((id) => id === hash) : undefined
}
