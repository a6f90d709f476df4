import { useState, useEffect } from 'react'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatShortDate } from '~/lib/time'
import { SETTING_LABELS } from '../rules/setting-labels'
import type { SettingsForm } from './use-settings-form'
import styles from './settings-page.module.css'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '~/design/dialog'
import { Note } from '~/design/note'
import { SegmentedControl } from '~/design/segmented-control'
import { TextArea } from '~/design/text-area'
import { getErrorMessage } from '~/platform/rpc/errors'
import { formatTypedSetting } from '../rules/typed-setting'
import { DEFAULT_TEXTS, isTextKey, type SiteTextKey } from '../rules/default-texts'
import { PLACEHOLDERS } from '../rules/text-placeholders'
import type { TextSection } from '../contract-shapes'
import { SiteText } from './site-text'
import { previewQuery } from './queries'

type TextDialogProps = { form: SettingsForm; setting: SiteTextKey; onClose: () => void }

const PAUSE_MS = 300

// A scrollable region must be reachable by keyboard (WCAG 2.1.1), although it is not a control.
const reachable = { tabIndex: 0 }

// Adds the position of each section. It is the React key, because two sections may have the same heading and text.
const addNumbers = (sections: readonly TextSection[]) =>
  sections.map((section, number) => ({ ...section, number }))

const texts = Object.keys(DEFAULT_TEXTS).filter(isTextKey)

/** The site's texts (such as the terms), each with its last change and its editor. */
export function TextsRows({ form }: { form: SettingsForm }) {
  const [open, setOpen] = useState<SiteTextKey>()
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

/**
 * A text next to its preview. The draft is part of the settings form. The save bar lists it and saves it separately.
 */
function TextDialog({ form, setting, onClose }: TextDialogProps) {
  const [side, setSide] = useState<'write' | 'read'>('write')
  const text = form.text(setting)
  const delivered = formatTypedSetting(setting, '')
  return (
    <Dialog
      open
      className={styles.textDialog}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={SETTING_LABELS[setting]}
      description={`Write Markdown. A line that begins with ## starts a section. ${PLACEHOLDERS.join(', ')} are replaced with the current settings. Saving publishes the text.`}
      actions={
        <>
          <Button variant="ghost" disabled={text === delivered} onClick={() => form.type(setting, delivered)}>
            Restore the default text
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <SegmentedControl
        full
        className={styles.sides}
        label="Show"
        value={side}
        onValueChange={setSide}
        options={[
          { value: 'write', label: 'Write' },
          { value: 'read', label: 'Preview' },
        ]}
      />
      <div className={styles.editor} data-side={side}>
        <TextArea
          label="Text"
          rows={18}
          value={text}
          error={form.findProblem(setting)}
          onChange={(event) => form.type(setting, event.target.value)}
          onBlur={() => form.leave(setting)}
        />
        <Preview markdown={text} />
      </div>
    </Dialog>
  )
}

function Preview({ markdown }: { markdown: string }) {
  const settled = useDebouncedText(markdown)
  const { data, error } = useQuery(previewQuery(settled))
  return (
    <section className={styles.preview} aria-label="Preview" {...reachable}>
      {error ? (
        <Note tone="red">{getErrorMessage(error)}</Note>
      ) : (
        addNumbers(data?.sections ?? []).map(({ title, html, number }) => (
          <div key={number}>
            {title !== null && <h3 className="title-3">{title}</h3>}
            <SiteText html={html} />
          </div>
        ))
      )}
    </section>
  )
}

/** Returns the typed text once the admin has paused typing, so that the preview is not requested for each key. */
function useDebouncedText(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
