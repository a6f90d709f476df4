import { classNames } from '~/design/class-names'
import { type ReactNode, useEffect, useRef } from 'react'
import { SectionBoundary } from './section-boundary'
import { useCurrentSection } from './use-current-section'
import styles from './settings.module.css'

export interface SettingsSection {
  /** Its fragment in the URL, after the #. */
  id: string
  title: string
  about?: string
  content: ReactNode
}

export function SettingsPage({ sections }: { sections: readonly SettingsSection[] }) {
  const { id: current, onPick, end } = useCurrentSection(sections.map(({ id }) => id))
  const nav = useRef<HTMLElement>(null)
  // On a phone the links are a strip that scrolls sideways: keep the current one visible.
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
          {sections.map(({ id, title, about, content }) => (
            <section
              key={id}
              id={id}
              className={classNames('form-part', styles.section)}
              aria-labelledby={`${id}-title`}
            >
              <header>
                <h2 className="title-2" id={`${id}-title`}>
                  {title}
                </h2>
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
