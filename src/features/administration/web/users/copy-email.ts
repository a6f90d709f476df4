import { notify } from '~/design/toast'

export async function copyEmail(email: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(email)
    notify.success('Email copied')
  } catch {
    // No permission, or not served over https.
    notify.error(`Copying was not allowed. The address is ${email}`)
  }
}
