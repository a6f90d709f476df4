import { Button } from '~/design/button'
import { Note } from '~/design/note'
import { useNow } from '~/design/use-now'
import type { Settings } from '../rules/settings'
import { describeConflict } from '../rules/describe-conflict'
import type { SettingsForm } from './use-settings-form'
import styles from './settings-page.module.css'

/**
 * Shown when another admin has changed this setting during editing: both values, one of which must be chosen before
 * saving.
 */
export function ConflictChoice({ form, setting }: { form: SettingsForm; setting: keyof Settings }) {
  const now = useNow() ?? 0
  if (!form.isOvertaken(setting)) return null
  const { values, changed } = form.settings
  const { by = null, at = new Date(0).toISOString() } = changed[setting] ?? {}
  return (
    <Note role="alert" tone="orange">
      <div className={styles.conflict}>
        <p>{describeConflict({ key: setting, by, at, value: values[setting] }, new Date(now))}</p>
        <div className="row">
          <Button size="sm" onClick={() => form.takeTheirs(setting)}>
            Use theirs
          </Button>
          <Button size="sm" onClick={() => form.keepMine(setting)}>
            Keep mine
          </Button>
        </div>
      </div>
    </Note>
  )
}
