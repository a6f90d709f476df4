import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { SaveBar } from '~/design/save-bar'
import type { SettingSection } from '../rules/setting-sections'
import styles from './settings-page.module.css'
import type { SettingsForm } from './use-settings-form'
import saveBar from '~/design/save-bar.module.css'

type SettingsSaveBarProps = { form: SettingsForm; onSave: (section: SettingSection) => void }

/** Lists the unsaved changes, one line per section. */
export function SettingsSaveBar({ form, onSave }: SettingsSaveBarProps) {
  const { sections, isSaving, discard } = form
  const [first, ...more] = sections
  if (more.length > 0)
    return (
      <div className={classNames(saveBar.bar, styles.saveBar, styles.sections)} data-bottom-bar="save">
        {sections.map(({ section, changes }) => (
          <section className="row" key={section} aria-label={`Changes of ${section}`}>
            <Button variant="primary" busy={isSaving ? 'Saving' : false} onClick={() => onSave(section)}>
              Save {section}
            </Button>
            <Button variant="ghost" aria-disabled={isSaving} onClick={() => discard(section)}>
              Discard
            </Button>
            <output className={classNames('small muted', styles.changes)}>{changes.join(', ')}</output>
          </section>
        ))}
      </div>
    )
  return (
    <SaveBar
      className={styles.saveBar}
      isClean={!first}
      isSaving={isSaving}
      onDiscard={() => first && discard(first.section)}
    >
      <output className={first ? classNames('small muted', styles.changes) : 'small faint'}>
        {first ? first.changes.join(', ') : 'Nothing to save'}
      </output>
    </SaveBar>
  )
}
