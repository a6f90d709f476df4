import { useState } from 'react'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatShortDate } from '~/lib/time'
import { SETTING_LABELS } from '../rules/setting-labels'
import { ConflictChoice } from './conflict-choice'
import { TextDialog } from './text-dialog'
import type { SettingsForm } from './use-settings-form'
import styles from './settings-page.module.css'

const texts = ['terms', 'privacy'] as const

/** Both texts with their last change, each with its editor. */
export function TextsRows({ form }: { form: SettingsForm }) {
  const [open, setOpen] = useState<(typeof texts)[number]>()
  const zone = useReaderZone() ?? 'UTC'
  const { values, changed } = form.settings
  return (
    <div className="row-list">
      {texts.map((key) => {
        const last = changed[key]
        const day = last && formatShortDate(last.at, zone).replace(/^\w+ /, '')
        return (
          <div key={key} className={styles.textRow}>
            <span>
              <b className="bold">{SETTING_LABELS[key]}</b>
              <br />
              <span className="small muted">
                {last === undefined || values[key] === ''
                  ? 'Default text'
                  : `Changed ${day} by ${last.by ?? 'a deleted account'}`}
              </span>
              <ConflictChoice form={form} setting={key} />
            </span>
            <span className="row end">
              {form.isChanged(key) && <Badge>Not saved</Badge>}
              <Button
                size="sm"
                data-setting={key}
                aria-label={`Edit ${SETTING_LABELS[key]}`}
                onClick={() => setOpen(key)}
              >
                Edit
              </Button>
            </span>
          </div>
        )
      })}
      {open !== undefined && <TextDialog form={form} setting={open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}
