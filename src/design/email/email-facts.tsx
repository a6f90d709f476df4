import { Text } from '@react-email/components'
import type { ReactNode } from 'react'
import { emailLine, emailMuted } from './email-palette'

export function EmailFacts({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ marginBottom: 14 }}>
      <tbody>
        {facts.map(({ label, value }) => (
          <tr key={label}>
            <td className="key" style={{ ...cell, width: 130, color: emailMuted }}>
              {label}
            </td>
            <td style={{ ...cell, fontWeight: 600, wordBreak: 'break-word' }}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A paragraph on paper that keeps its author's line breaks; `small` for optional reading. */
export function EmailParagraph({ small = false, children }: { small?: boolean; children: ReactNode }) {
  return (
    <Text
      style={{
        margin: '0 0 14px',
        whiteSpace: 'pre-line',
        fontSize: small ? 14 : 16,
        lineHeight: small ? '20px' : '24px',
        ...(small ? { color: emailMuted } : {}),
      }}
    >
      {children}
    </Text>
  )
}

const cell = { padding: '9px 0', borderTop: `1px solid ${emailLine}`, verticalAlign: 'top' as const }
