import { Button } from '~/design/button'
import { SaveBar } from '~/design/save-bar'
import type { SettingSection } from '../rules/setting-sections'
import type { HouseForm } from './use-house-form'

type SettingsSaveBarProps = { form: HouseForm; onSave: (section: SettingSection) => void }

/** Names the unsaved changes, one line for each section that has some. */
export function SettingsSaveBar({ form, onSave }: SettingsSaveBarProps) {
  const { sections, isSaving, discard } = form
  const [first, ...more] = sections
  if (more.length > 0)
    return (
      <div className="svb svb-many">
        {sections.map(({ section, changes }) => (
          <section className="row" key={section} aria-label={`Changes of ${section}`}>
            <Button variant="primary" busy={isSaving ? 'Saving' : false} onClick={() => onSave(section)}>
              Save {section}
            </Button>
            <Button variant="ghost" aria-disabled={isSaving} onClick={() => discard(section)}>
              Discard
            </Button>
            <output className="small m2 house-changes">{changes.join(', ')}</output>
          </section>
        ))}
      </div>
    )
  return (
    <SaveBar isClean={!first} isSaving={isSaving} onDiscard={() => first && discard(first.section)}>
      <output className={first ? 'small m2 house-changes' : 'small m3'}>
        {first ? first.changes.join(', ') : 'Nothing to save'}
      </output>
    </SaveBar>
  )
}
