// The classic notebook: studies look like Python, and four blanks are one step.
define(function () {
  return {
    onload: function () {
      Jupyter.CodeCell.options_default.cm_config.indentUnit = 4;
      Jupyter.CodeCell.options_default.cm_config.mode = "python";
    },
  };
});
