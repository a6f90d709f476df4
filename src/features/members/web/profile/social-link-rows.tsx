import { Plus, TriangleAlert, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import { IconButton } from '~/design/icon-button'
import { SelectField } from '~/design/select-field'
import { SOCIAL_LINKS_MAX } from '../../rules/profile-limits'
import { validateSocialLink, SOCIAL_SERVICES } from '../../rules/social-link'
import styles from './profile.module.css'
import type { LinkRow } from './profile-draft'
import type { ProfileForm } from './use-profile-form'
import { useEditableRows } from './use-editable-rows'

const ANY = 'Website'

export function SocialLinkRows({ form: { draft, problems, change } }: { form: ProfileForm }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const rows = useEditableRows<LinkRow>(list, draft.socialLinks, (socialLinks, key) =>
    change({ socialLinks }, key),
  )
  return (
    <div className="form-part-fields" ref={list}>
      {draft.socialLinks.length > 0 && (
        <ul className={classNames(styles.lines, styles.links)}>
          {draft.socialLinks.map(({ key, label, url }) => {
            const problem = problems[`socialLinks.${key}`]
            return (
              <li key={key} data-row={key}>
                <SelectField
                  label="Kind"
                  hideLabel
                  options={listLinkKinds(label)}
                  value={label}
                  onChange={({ target }) => rows.edit(key, { label: target.value })}
                />
                <div className="field">
                  <input
                    className="input"
                    data-start
                    inputMode="url"
                    autoCapitalize="none"
                    autoComplete="off"
                    spellCheck={false}
                    aria-label={`${label} address`}
                    aria-invalid={problem ? true : undefined}
                    aria-describedby={problem ? `${id}-${key}` : undefined}
                    maxLength={300}
                    value={url}
                    onChange={({ target }) => {
                      const found = label === ANY ? findLinkKind(target.value) : undefined
                      rows.edit(key, { url: target.value, ...(found ? { label: found } : {}) })
                    }}
                  />
                  {problem && (
                    <p className="field-error" id={`${id}-${key}`}>
                      <Icon of={TriangleAlert} />
                      {problem}
                    </p>
                  )}
                </div>
                <IconButton
                  icon={X}
                  label={`Remove ${label}`}
                  tooltip={false}
                  data-remove
                  onClick={() => rows.remove(key)}
                />
              </li>
            )
          })}
        </ul>
      )}
      {problems['socialLinks'] && <p className="field-error">{problems['socialLinks']}</p>}
      {draft.socialLinks.length < SOCIAL_LINKS_MAX ? (
        <Button
          className={styles.add}
          variant="outline"
          size="sm"
          icon={Plus}
          data-add
          onClick={() => rows.add({ label: ANY, url: '' })}
        >
          Add a link
        </Button>
      ) : (
        <p className="hint">{SOCIAL_LINKS_MAX} links is the limit.</p>
      )}
    </div>
  )
}

function listLinkKinds(label: string): { value: string; label: string }[] {
  const kinds: string[] = [...SOCIAL_SERVICES]
  return (kinds.includes(label) ? kinds : [label, ...kinds]).map((value) => ({ value, label: value }))
}

/** Returns the service of an address, such as `SoundCloud` for `soundcloud.com/mara`; undefined if there is none. */
function findLinkKind(url: string): string | undefined {
  const kinds = SOCIAL_SERVICES.filter(
    (label) => label !== ANY && 'link' in validateSocialLink({ label, url }, () => true),
  )
  return kinds.length === 1 ? kinds[0] : undefined
}
