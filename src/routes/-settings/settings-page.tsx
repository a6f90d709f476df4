import { type ReactNode, useEffect, useRef } from 'react'
import { SectionBoundary } from './section-boundary'
import { useCurrentSection } from './use-current-section'
import './settings.css'

export interface SettingsSection {
  /** Its place in the address, after the #. */
  id: string
  title: string
  /** One sentence under the title. */
  about?: string
  content: ReactNode
}

/** The sections of one's settings one below the other, and beside them the list that leads to each. */
export function SettingsPage({ sections }: { sections: readonly SettingsSection[] }) {
  const { id: current, onPick, end } = useCurrentSection(sections.map(({ id }) => id))
  const nav = useRef<HTMLElement>(null)
  // On a phone the list is a strip: what is current is not to stand beyond its edge.
  useEffect(() => {
    const strip = nav.current
    const link = strip?.querySelector<HTMLElement>(`a[href="#${current}"]`)
    if (strip && link) strip.scrollLeft = link.offsetLeft - (strip.clientWidth - link.offsetWidth) / 2
  }, [current])
  return (
    <>
      <h1 className="t1 set-h">Settings</h1>
      <div className="setg">
        <nav className="setn" aria-label="Sections" ref={nav}>
          {sections.map(({ id, title }) => (
            <a key={id} href={`#${id}`} aria-current={id === current ? 'true' : undefined} onClick={onPick}>
              {title}
            </a>
          ))}
        </nav>
        <div>
          {sections.map(({ id, title, about, content }) => (
            <section key={id} id={id} className="fs" aria-labelledby={`${id}-title`}>
              <header>
                <h2 className="t2" id={`${id}-title`}>
                  {title}
                </h2>
                {about !== undefined && <p className="small m2">{about}</p>}
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
