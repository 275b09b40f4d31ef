// What is wrong, in the language of the page: the page's own words for the code of an error, filled in
// with its fields, or else the sentence of the server.
import { has, language, t } from "../words.svelte";
import { codeOf, type CodedError } from "./connection";

export function explain(error: Error | CodedError): string {
  const key = `error.${codeOf(error)}`;
  const french: Record<string, string> = language.now === "fr" && "french" in error ? error.french : {};
  if (has(key)) return t(key, { ...named("fields" in error ? error.fields : {}), ...french });
  const text = french.text ?? error.message;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The fields, with the names of parameters in the language of the page. */
function named(fields: CodedError["fields"]): CodedError["fields"] {
  const key = `parameter_${fields.parameter}`;
  return has(key) ? { ...fields, parameter: t(key) } : fields;
}
