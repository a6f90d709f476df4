import { TriangleAlert } from 'lucide-react'
import { useState, useEffect, useRef } from 'react'
import { classNames } from '~/design/class-names'
import { Button } from '~/design/button'
import { Chip, ChipGroup } from '~/design/chip'
import { Form } from '~/design/form'
import { Icon } from '~/design/icon'
import { TextArea } from '~/design/text-area'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import { LinkButton } from '~/design/link-button'
import {
  hasEmailFormat,
  type Occupation,
  OCCUPATION_LABELS,
  OCCUPATIONS,
  ABOUT_MAX,
} from '../rules/invite-request'
import { invitations } from './queries'
import styles from './request-invite.module.css'

type Values = Record<'fullName' | 'email' | 'about' | 'vouchedBy' | 'link', string> & {
  occupation: Occupation | undefined
}
const BLANK: Values = { fullName: '', email: '', occupation: undefined, about: '', vouchedBy: '', link: '' }

/** L-01: sends an invite request, which an admin answers. */
export function RequestInviteForm() {
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm({
    blank: BLANK,
    parse: ({ occupation, ...texts }) => {
      const email = texts.email.trim()
      const problems = {
        fullName: texts.fullName.trim() === '' ? 'Enter your name.' : undefined,
        email: hasEmailFormat(email) ? undefined : 'Enter an address such as name@example.com.',
        occupation: occupation === undefined ? 'Choose what you do.' : undefined,
        about: texts.about.trim() === '' ? 'Tell us in a few words.' : undefined,
      }
      return { problems, input: occupation && { ...texts, email, occupation } }
    },
    send: async (input) => {
      await invitations.requestInvite.call(input)
      return input.email
    },
    onDone: setSentTo,
    onError: (error) => notify.error(getErrorMessage(error)),
  })
  const { occupation, about } = form.values
  const problem = form.problems['occupation']

  if (sentTo !== undefined) return <RequestSent email={sentTo} />
  return (
    <Form
      method="post"
      className={classNames('stack script-only', styles.form)}
      isBusy={form.isSending}
      onSubmit={form.submit}
      aria-label="Request Invite"
    >
      <div className="columns-2">
        <TextField label="Full name" autoComplete="name" required {...form.native('fullName')} />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          inputMode="email"
          required
          {...form.native('email')}
        />
      </div>
      <div className="field" data-invalid={problem ? '' : undefined}>
        <span className="label" aria-hidden="true">
          What do you do
        </span>
        <ChipGroup label="What do you do" aria-describedby={problem && 'occupation-fault'}>
          {OCCUPATIONS.map((value) => (
            <Chip key={value} pressed={value === occupation} onClick={() => form.set({ occupation: value })}>
              {OCCUPATION_LABELS[value]}
            </Chip>
          ))}
        </ChipGroup>
        {problem && (
          <p className="field-error" id="occupation-fault">
            <Icon of={TriangleAlert} />
            {problem}
          </p>
        )}
      </div>
      <TextArea
        label="In your words"
        labelEnd={`${Array.from(about).length}/${ABOUT_MAX}`}
        name="about"
        maxLength={ABOUT_MAX}
        required
        {...form.text('about')}
      />
      <div className="columns-2">
        <TextField
          label="Who can vouch for you"
          labelEnd="Optional"
          maxLength={100}
          {...form.native('vouchedBy')}
        />
        <TextField
          label="A link"
          labelEnd="Optional"
          inputMode="url"
          maxLength={200}
          {...form.native('link')}
        />
      </div>
      <Button type="submit" variant="primary" size="lg" busy={form.isSending && 'Sending'}>
        Request Invite
      </Button>
      <p className="small">A person reads your request within a week. If it’s approved, you get an email.</p>
    </Form>
  )
}

function RequestSent({ email }: { email: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form and its focus are removed, so focus the heading; screen readers announce it.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={classNames('stack', styles.form)}>
      <h2 className="title-1" tabIndex={-1} ref={heading}>
        Request sent.
      </h2>
      <p className="lead">
        A person reads your request within a week. If it’s approved, we email a code to {email}.
      </p>
      <div className="row wrap">
        <LinkButton to="/events" variant="primary" size="lg">
          Browse Events
        </LinkButton>
      </div>
    </div>
  )
}
