import type { Command } from './command.ts';
import { oneOf } from './values.ts';
import { positional, readWords, usageOf } from './words.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
const words = { shell: positional(shells.join('|'), oneOf(shells)) };

type Table = Readonly<Record<string, Command>>;

/** The table is asked for when the command runs: it has this command too. */
export function completionCommand(commands: () => Table): Command {
  return {
    doc:
      'Prints the completion of commands, options and their values for a shell. bash: quittance completion bash > ' +
      '~/.local/share/bash-completion/completions/quittance. zsh: the same into _quittance in a folder of $fpath. ' +
      'fish: into ~/.config/fish/completions/quittance.fish.',
    usage: usageOf(words),
    async run(_, given, { print }) {
      const { shell } = readWords(words, given);
      print(scripts[shell](wordsAfter(commands())));
      return undefined;
    },
  };
}

/**
 * The words that may follow, by the words before: '' is the beginning, `business list --state` the value of an option.
 */
type Following = ReadonlyMap<string, readonly string[]>;

function wordsAfter(commands: Table): Following {
  const after = new Map<string, Set<string>>();
  const add = (before: string, ...more: readonly string[]) => {
    const there = after.get(before) ?? new Set();
    for (const word of more) there.add(word);
    after.set(before, there);
  };
  add('', 'help', '--help', '--version');
  for (const [name, { usage = '' }] of Object.entries(commands)) {
    const [first = '', second] = name.split(' ');
    add('', first);
    add('help', first);
    if (second !== undefined) {
      add(first, second);
      add(`help ${first}`, second);
    }
    add(name, '--help');
    addUsage(name, usage, add);
  }
  return new Map([...after].map(([before, there]) => [before, [...there].sort()]));
}

/** `a|b` behind an option, or in the place of a word, are values; other shapes accept any value. */
function addUsage(
  name: string,
  usage: string,
  add: (before: string, ...more: readonly string[]) => void,
): void {
  const given = usage.replaceAll(/[[\]]/g, ' ').split(/\s+/).filter(Boolean);
  for (const [i, word] of given.entries()) {
    const before = given[i - 1];
    if (word.startsWith('--')) add(name, word);
    else if (!isChoice(word)) continue;
    else if (before?.startsWith('--')) add(`${name} ${before}`, ...word.split('|'));
    else add(name, ...word.split('|'));
  }
}

function isChoice(word: string): boolean {
  return /^[a-z0-9][\w.-]*(?:\|[a-z0-9][\w.-]*)+$/.test(word);
}

const scripts: Readonly<Record<(typeof shells)[number], (after: Following) => string>> = {
  bash: (after) => `${posixWords(after)}

_quittance() {
  local count=$COMP_CWORD
  local -a typed=("\${COMP_WORDS[@]:1:count-1}")
${choose}
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}

complete -o default -F _quittance quittance`,
  zsh: (after) => `#compdef quittance

${posixWords(after)}

_quittance() {
  emulate -L zsh -o KSH_ARRAYS
  local -a typed=("\${words[@]:1:$(( CURRENT - 2 ))}")
  local -h words
${choose}
  if [[ -n "$words" ]]; then compadd -- \${=words}; else _files; fi
}

compdef _quittance quittance`,
  fish: (after) => `function __quittance_after
  switch "$argv[1]"
${[...after].map(([before, there]) => `    case '${before}'\n      echo ${there.join(' ')}`).join('\n')}
  end
end

function __quittance_complete
  set -l typed (commandline -opc)
  set -e typed[1]
  set -l name "$typed[1]"
  if test (count $typed) -ge 2; and test -n (__quittance_after "$typed[1] $typed[2]" | string collect --allow-empty)
    set name "$typed[1] $typed[2]"
  end
  set -l values
  if test (count $typed) -ge 1; and string match -q -- '--*' $typed[-1]
    set values (__quittance_after "$name $typed[-1]")
  end
  test -n "$values"; or set values (__quittance_after "$name")
  string split -n ' ' -- $values
end

complete -c quittance -f -a '(__quittance_complete)'`,
};

/** The table of words, for bash and zsh. It holds letters, digits and dashes alone, which no shell reads otherwise. */
function posixWords(after: Following): string {
  const cases = [...after].map(
    ([before, there]) => `    '${before}') echo '${there.join(' ')}' ;;`,
  );
  return ['_quittance_after() {', '  case "$1" in', ...cases, '  esac', '}'].join('\n');
}

/** Sets `words` to the possible words after those in `typed`. */
const choose = `  local name="\${typed[0]-}" last='' words=''
  if (( \${#typed[@]} > 0 )); then last="\${typed[\${#typed[@]}-1]}"; fi
  if (( \${#typed[@]} > 1 )) && [[ -n "$(_quittance_after "\${typed[0]} \${typed[1]}")" ]]; then
    name="\${typed[0]} \${typed[1]}"
  fi
  if [[ "$last" == --* ]]; then words="$(_quittance_after "$name $last")"; fi
  if [[ -z "$words" ]]; then words="$(_quittance_after "$name")"; fi`;
