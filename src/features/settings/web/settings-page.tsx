import { History, Send } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useMutation } from '@tanstack/react-query'
import { EditConflictDialog } from '~/design/edit-conflict-dialog'
import { classNames } from '~/design/class-names'
import { Form } from '~/design/form'
import { LeaveGuard } from '~/design/leave-guard'
import { AnchorButton } from '~/design/link-button'
import { useSaveShortcut } from '~/design/save-bar'
import { calculateShare, formatMoney } from '~/lib/money'
import { getErrorMessage } from '~/platform/rpc/errors'
import { Button } from '~/design/button'
import { MIN_HOLD_MINUTES, MAX_HOLD_MINUTES, MAX_INVITATIONS, type Settings } from '../rules/settings'
import { findSettingProblem } from '../rules/setting-problems'
import {
  MEMBERS_AREA_LABELS,
  formatPercent,
  FEE_BEARER_LABELS,
  PRICE_DISPLAY_LABELS,
} from '../rules/setting-labels'
import { SETTING_SECTIONS, type SettingSection } from '../rules/setting-sections'
import { parseTypedSetting } from '../rules/typed-setting'
import { EarlierValues } from './earlier-values'
import { SettingsSaveBar } from './save-bar'
import { SettingTextArea, SettingChoice, SettingField } from './setting-field'
import { SettingsSection } from './settings-section'
import styles from './settings-page.module.css'
import { TextsRows } from './texts-rows'
import { useSettingsForm } from './use-settings-form'
import { settings } from './queries'

const membersArea = [
  ['invited', MEMBERS_AREA_LABELS.invited],
  ['signed_in', MEMBERS_AREA_LABELS.signed_in],
] as const
const processingFees = [
  ['organizer', FEE_BEARER_LABELS.organizer],
  ['site', FEE_BEARER_LABELS.site],
] as const
const priceDisplay = [
  ['itemised', PRICE_DISPLAY_LABELS.itemised],
  ['all_in', PRICE_DISPLAY_LABELS.all_in],
] as const

/** AD-04: the settings page. `sample` is the section of the sample data, which belongs to another feature. */
export function SettingsPage({ email, sample }: { email: string | null; sample: ReactNode }) {
  const form = useSettingsForm()
  const { settings } = form
  const element = useRef<HTMLFormElement>(null)
  const submit = (section?: SettingSection) => {
    const invalid = form.submit(section)
    if (invalid !== undefined)
      element.current?.querySelector<HTMLElement>(`[data-setting=${invalid}]`)?.focus()
  }
  useSaveShortcut(() => {
    const key = document.activeElement?.closest<HTMLElement>('[data-setting]')?.dataset['setting']
    submit(isSettingKey(key) && form.isChanged(key) ? SETTING_SECTIONS[key] : undefined)
  })
  const getFieldProps = (setting: keyof Settings) => ({ form, setting })
  return (
    <Form ref={element} onSubmit={() => submit()}>
      <div className="row between wrap">
        <h1 className="title-1">Settings</h1>
        <AnchorButton href="/admin/audit?action=settings" icon={History}>
          History
        </AnchorButton>
      </div>
      <p className={classNames('muted', styles.lead)}>
        Changes take effect immediately, for everyone. Each of them is in the audit log.{' '}
        <EarlierValues form={form} />
      </p>
      <SettingsSection title="Site" about="Its name and who can open the members area.">
        <div className="columns-2">
          <SettingField {...getFieldProps('name')} />
          <SettingChoice
            {...getFieldProps('membersArea')}
            choices={membersArea}
            help="Who can open the network, bookings and chat. Anyone can buy tickets."
          />
        </div>
        <SettingTextArea
          {...getFieldProps('maintenanceNotice')}
          rows={2}
          labelEnd="Optional"
          placeholder="Shown on every page unless it’s empty"
        />
      </SettingsSection>
      <SettingsSection title="Invitations" about="Codes that a member can give to others.">
        <div className="columns-2">
          <SettingField
            {...getFieldProps('invitationsPerMember')}
            inputMode="numeric"
            help={`0 to ${MAX_INVITATIONS}. Applies to new members and tops up the rest.`}
          />
        </div>
      </SettingsSection>
      <SettingsSection title="Money" about="Existing orders keep their terms.">
        <div className="columns-2">
          <SettingField
            {...getFieldProps('feeBasisPoints')}
            inputMode="decimal"
            help={formatFeeExample(settings.values.feeBasisPoints, form.text('feeBasisPoints'))}
          />
          <SettingChoice
            {...getFieldProps('priceDisplay')}
            choices={priceDisplay}
            help="On event pages and at checkout"
          />
          <SettingField
            {...getFieldProps('feeTaxPpm')}
            inputMode="decimal"
            help="Included in the fee, and on its invoices. 0 if you don’t charge any. Ask a tax adviser."
          />
          <SettingField
            {...getFieldProps('holdMinutes')}
            inputMode="numeric"
            help={`${MIN_HOLD_MINUTES} to ${MAX_HOLD_MINUTES}`}
          />
          <SettingChoice
            {...getFieldProps('processingFees')}
            choices={processingFees}
            help="What the payment provider takes from now on"
          />
        </div>
      </SettingsSection>
      <SettingsSection title="Invoices" about="Who sells the service fee. Existing invoices don’t change.">
        <div className="columns-2">
          <SettingField
            {...getFieldProps('legalName')}
            placeholder={form.text('name')}
            help="Leave it empty to use the name of the site."
          />
          <SettingField
            {...getFieldProps('taxId')}
            help="Your VAT ID or tax number, such as DE 319 204 118"
          />
        </div>
        <SettingTextArea
          {...getFieldProps('legalAddress')}
          rows={3}
          labelEnd="Optional"
          placeholder="Street, postal code and city, country"
        />
      </SettingsSection>
      <SettingsSection title="Email" about="The sender of emails, and the address for replies.">
        <div className="columns-2">
          <SettingField
            {...getFieldProps('emailSender')}
            type="email"
            inputMode="email"
            placeholder={settings.configuredSender}
            help={
              form.text('emailSender') === ''
                ? `Leave it empty to use ${settings.configuredSender}.`
                : undefined
            }
          />
          <EmailTest sender={form.text('emailSender')} email={email} />
          <SettingField
            {...getFieldProps('contactAddress')}
            type="email"
            inputMode="email"
            placeholder={form.text('emailSender') || settings.configuredSender}
            help="Suspended people can appeal to this address. Leave it empty to use the sender (unless that is a no-reply address)."
          />
        </div>
      </SettingsSection>
      <SettingsSection title="Texts" about="Terms of Service and Privacy, in Markdown.">
        <TextsRows form={form} />
      </SettingsSection>
      {sample}
      <p className={classNames('small faint', styles.end)}>Settings will be added here as needed.</p>
      <SettingsSaveBar form={form} onSave={submit} />
      <LeaveGuard
        isDirty={form.changes.length > 0}
        description={`${form.changes.join(', ')}. Your changes stay in this tab until you save.`}
        danger={false}
      />
      <EditConflictDialog
        open={form.conflict !== undefined}
        detail={form.conflict}
        onReload={form.reload}
        onKeep={form.keepMine}
      />
    </Form>
  )
}

const isSettingKey = (key: string | undefined): key is keyof Settings =>
  key !== undefined && key in SETTING_SECTIONS

const EXAMPLE_CENTS = 1600

/** Formats an example of the typed fee: `Was 10%. A $16.00 ticket becomes $17.92.` */
function formatFeeExample(savedPoints: number, typed: string): string {
  const value = parseTypedSetting('feeBasisPoints', typed)
  if (typeof value !== 'number' || findSettingProblem('feeBasisPoints', value) !== undefined)
    return `Now ${formatPercent(savedPoints)}.`
  const total = formatMoney(EXAMPLE_CENTS + calculateShare(EXAMPLE_CENTS, value), 'USD')
  const was = value === savedPoints ? '' : `Was ${formatPercent(savedPoints)}. `
  return `${was}A ${formatMoney(EXAMPLE_CENTS, 'USD')} ticket becomes ${total}.`
}

/** Sends an email to the admin from the address in the field, saved or not, and shows the result below the button. */
function EmailTest({ sender, email }: { sender: string; email: string | null }) {
  const test = useMutation(settings.testEmail.mutationOptions())
  const isStale = test.variables !== undefined && test.variables.sender !== sender
  const failed = test.isError || test.data?.isSent === false
  const message = test.isError ? getErrorMessage(test.error) : test.data?.message
  const whereTo =
    email === null
      ? 'To receive the test email, add your email in your account settings.'
      : `We send it to ${email}.`
  return (
    <div className="field">
      <span className="label">Test</span>
      <Button
        icon={Send}
        className={styles.test}
        busy={test.isPending && 'Sending'}
        aria-describedby="email-test-help"
        onClick={() => test.mutate({ sender })}
      >
        Send test email
      </Button>
      <output className={failed && !isStale ? 'field-error' : 'hint'} id="email-test-help">
        {isStale || message === undefined ? whereTo : message}
      </output>
    </div>
  )
}
