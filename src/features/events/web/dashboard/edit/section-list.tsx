import { Check, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { findInvalidField } from '~/design/form'
import { Icon } from '~/design/icon'
import { SelectField } from '~/design/select-field'
import styles from './edit-page.module.css'
import type { SectionEntry, SectionId } from './sections'

/** Links to the sections of the form with their state. On small screens a select replaces the list. */
export function SectionList({ sections }: { sections: readonly SectionEntry[] }) {
  const current = useCurrentSection(sections)
  return (
    <>
      <nav className={styles.sections} aria-label="Sections">
        <ol>
          {sections.map(({ id, label, mark }) => (
            <li key={id}>
              <a href={`#${id}`} aria-current={id === current ? 'true' : undefined}>
                <span>{label}</span>
                {mark && (
                  <span className={mark === 'complete' ? styles.complete : styles.warning}>
                    <Icon of={mark === 'complete' ? Check : TriangleAlert} />
                    <span className="visually-hidden">{mark}</span>
                  </span>
                )}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.sectionSelect}>
        <SelectField
          label="Section"
          hideLabel
          value={current}
          options={sections.map(({ id, label, mark }) => ({
            value: id,
            label: mark === 'needs attention' ? `${label}: ${mark}` : label,
          }))}
          onChange={(event) => goToSection(event.target.value)}
        />
      </div>
    </>
  )
}

/** Scrolls to a section and focuses its heading. */
export function goToSection(id: string): void {
  const section = document.getElementById(id)
  section?.scrollIntoView({ block: 'start' })
  section?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
}

/** Scrolls to the first field marked as invalid and focuses it. Returns false when there is none. */
export function goToInvalidField(): boolean {
  const field = findInvalidField(document)
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
  return field !== null
}

/**
 * Scrolls to a form with input that was not submitted, which publishing would leave out. Returns false if there is
 * none.
 */
export function goToUnfinishedForm(): boolean {
  const field = document.querySelector<HTMLElement>('[data-unfinished] input')
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
  return field !== null
}

/** Returns the last section whose heading is above the upper third of the window. */
function useCurrentSection(sections: readonly SectionEntry[]): SectionId {
  const [current, setCurrent] = useState<SectionId>(sections[0]?.id ?? 'event')
  const ids = sections.map(({ id }) => id).join(' ')
  useEffect(() => {
    const look = () => {
      const line = window.innerHeight / 3
      const isEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      const passed = ids.split(' ').filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top
        return top !== undefined && top <= (isEnd ? window.innerHeight : line)
      })
      // Above the first section, the first one is current.
      const read = passed.at(-1) ?? ids.split(' ')[0]
      if (read) setCurrent(read as SectionId)
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [ids])
  return current
}
