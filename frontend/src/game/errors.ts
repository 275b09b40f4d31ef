// What is wrong, in the language of the page: the words for the code of an error, filled in with its
// fields. An error whose code is not known has the English sentence of the server.
import { has, language, t } from "../words.svelte";
import { codeOf, type CodedError } from "./connection";

export function explain(error: Error | CodedError): string {
  const key = `error.${codeOf(error)}`;
  const { message } = error;
  const text = language.now === "en" ? message.slice(0, 1).toUpperCase() + message.slice(1) : message;
  const fields = named("fields" in error ? error.fields : {});
  return t(has(key) ? key : "error.error", { ...fields, text });
}

/** The fields, with the names of parameters and players in the language of the page. */
function named(fields: CodedError["fields"]): CodedError["fields"] {
  const entries = Object.entries(fields).map(([field, value]) => {
    const key = `${field === "parameter" ? "parameter" : "name"}_${value}`;
    return [field, has(key) ? t(key) : value];
  });
  return Object.fromEntries(entries);
}
