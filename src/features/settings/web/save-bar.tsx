import { Button } from '~/design/button'
import { NeedsScript } from '~/design/needs-script'
import { useShortcut } from '~/design/use-shortcut'
import type { SettingSection } from '../rules/setting-sections'
import type { HouseForm } from './use-house-form'

type SaveBarProps = { form: HouseForm; onSave: (section: SettingSection) => void }

/** Sticks to the foot of the window and names the unsaved changes, one line for each section that has some. */
export function SaveBar({ form, onSave }: SaveBarProps) {
  const { sections, isSaving, discard } = form
  const shortcut = useShortcut('S')
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
    <div className="svb">
      <NeedsScript action="Saving changes" />
      <Button
        className="scripted"
        variant="primary"
        type="submit"
        disabled={!first && !isSaving}
        busy={isSaving ? 'Saving' : false}
        aria-keyshortcuts="Control+S Meta+S"
      >
        Save changes
      </Button>
      {first && shortcut && (
        <kbd className="small m3 only-d" aria-hidden="true">
          {shortcut}
        </kbd>
      )}
      {first && (
        <Button variant="ghost" aria-disabled={isSaving} onClick={() => discard(first.section)}>
          Discard
        </Button>
      )}
      <output className={first ? 'small m2 house-changes' : 'small m3'}>
        {first ? first.changes.join(', ') : 'Nothing to save'}
      </output>
    </div>
  )
}
