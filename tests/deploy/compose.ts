import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

export interface Service {
  image: string
  build?: { context: string; dockerfile: string }
  restart?: string
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  tmpfs?: string[]
  stop_grace_period?: string
  environment?: Record<string, string>
  volumes?: string[]
  ports?: string[]
  command?: string[]
  healthcheck?: { test: string[] }
  depends_on?: string[] | Record<string, { condition: string }>
}

/** The values that compose.env.example leaves to the operator. */
const FILLED: Record<string, string> = {
  POSTGRES_PASSWORD: 'postgresPassword1',
  POSTGRES_ADMIN_PASSWORD: 'adminPassword1',
  REDIS_PASSWORD: 'redisPassword1',
  SECRET: '0123456789abcdef0123456789abcdef',
}

/** Returns the lines of deploy/compose.env.example as an operator fills them in. */
export function readExample(): Record<string, string> {
  const lines = readFileSync('deploy/compose.env.example', 'utf8').matchAll(/^(?<name>\w+)=(?<value>.*)$/gmu)
  const example = [...lines].map(({ groups }) => [groups?.['name'] ?? '', groups?.['value'] ?? ''])
  return { ...(Object.fromEntries(example) as Record<string, string>), ...FILLED }
}

/**
 * Reads deploy/compose.yaml with these variables, as Docker Compose does.
 * @throws Error with the message of the file when a required variable is empty
 */
export function readCompose(env = readExample()): Record<string, Service> {
  const text = readFileSync('deploy/compose.yaml', 'utf8').replaceAll(
    /\$\{(?<name>\w+):(?<kind>[-?])(?<rest>[^}]*)\}/gu,
    (_, name: string, kind: string, rest: string) => {
      const value = env[name] ?? ''
      if (value === '' && kind === '?') throw new Error(rest)
      return value === '' ? rest : value
    },
  )
  const { services } = parse(text) as { services: Record<string, Service> }
  return services
}

/** Returns the command of the health check in deploy/Dockerfile. */
export function readImageHealthCheck(): string[] {
  const [, command = ''] =
    /^HEALTHCHECK .*\\\n\s+CMD (\[.*\])$/mu.exec(readFileSync('deploy/Dockerfile', 'utf8')) ?? []
  return JSON.parse(command) as string[]
}
